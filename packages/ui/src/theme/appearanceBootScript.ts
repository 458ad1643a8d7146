/**
 * Inline script for the page's head, before the sheets: sets the colour scheme before the first paint, so that a
 * dark page never flashes white. Reads storage first, then the cookie, then the system. Keep it free of imports:
 * the build takes this text out of the package without the rest of it.
 */
export const APPEARANCE_BOOT_SCRIPT = `(function(d,t){try{t=localStorage.getItem('appearance')}catch(e){}if(!/^(light|dark|system)$/.test(t)){t=(/(?:^|; )appearance=(\\w+)/.exec(d.cookie)||[])[1]}d.documentElement.setAttribute('data-mantine-color-scheme',t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches)?'dark':'light')})(document)`;
