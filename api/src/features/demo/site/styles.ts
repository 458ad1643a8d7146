/** The demo property's own look: a small paper for a mountain valley, deliberately nothing like the network's app. */
export const SITE_CSS = `
:root{color-scheme:light;--ink:#1c2329;--soft:#5a656e;--line:#d9dcd6;--paper:#fbfaf5;--snow:#eef1ef;--red:#b3341f}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 Georgia,'Iowan Old Style','Times New Roman',serif}
a{color:inherit;text-decoration:none}
a:hover{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
:is(article>p,.missing p,.more li,footer) a{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
a:focus-visible{outline:2px solid var(--red);outline-offset:3px}
h1,h2,h3{line-height:1.15;font-weight:700;letter-spacing:-.01em;margin:0}
.sans,nav,.meta,.strip,.places,footer,.ad-note{font-family:'Helvetica Neue',Arial,sans-serif}
.frame{max-inline-size:1010px;margin-inline:auto;padding-inline:20px}
.masthead{border-block-end:1px solid var(--ink);padding-block:22px 14px;display:flex;align-items:baseline;gap:16px;flex-wrap:wrap}
.masthead :is(b,h1){font-size:34px;font-weight:700;letter-spacing:-.02em;line-height:1.6}
.masthead span{color:var(--soft);font-style:italic}
nav{display:flex;gap:4px 22px;flex-wrap:wrap;padding-block:10px;font-size:14px;border-block-end:1px solid var(--line)}
nav a[aria-current]{color:var(--red);font-weight:700}
.strip{display:flex;gap:0;overflow-x:auto;border-block-end:1px solid var(--line);font-size:13px}
.strip div{flex:1 0 120px;padding:14px 14px 14px 0;display:grid;grid-template-columns:auto 1fr;gap:0 10px;align-items:center}
.strip svg{grid-row:span 2;inline-size:34px;block-size:34px}
.strip b{font-size:15px}
.strip small{color:var(--soft);grid-column:2}
.slot{display:flex;justify-content:center;margin-block:22px}
:is(.slot,.slot-side,.rail,.in-text,.story):has(>div>ins[style*='display: none']){display:none}
.in-text{clear:both;margin-block:22px}.in-text>div,.stories>.story:has(ins)>div{inline-size:100%}
.columns{display:grid;grid-template-columns:minmax(0,1fr) 300px;gap:44px;margin-block:28px 44px}
.lead-story img,.story img,.article-art{inline-size:100%;block-size:auto;display:block;background:var(--snow)}
.lead-story h2{font-size:38px;margin-block:18px 10px}
.lead-story p{font-size:19px;margin:0;color:#333d45}
.meta,.story .meta,.lead-story .meta{font-size:13px;color:var(--soft);margin-block:10px 0}
.kicker{color:var(--red);font-weight:700}
.stories{display:grid;grid-template-columns:1fr 1fr;gap:34px 28px;margin-block-start:36px;border-block-start:1px solid var(--ink);padding-block-start:28px}
.story h3{font-size:22px;margin-block:12px 6px}
.story p{margin:0;font-size:16px;line-height:1.5;color:#333d45}
aside>*+*{margin-block-start:26px}
.sticky{position:sticky;inset-block-start:20px}
.places{font-size:14px;border-block-start:3px solid var(--ink)}
.places h2{font-size:15px;padding-block:12px 4px}
.places dl{margin:0}
.places div{display:flex;justify-content:space-between;border-block-start:1px solid var(--line);padding-block:9px}
.places dd{margin:0;font-variant-numeric:tabular-nums}
.places small{color:var(--soft)}
article h1{font-size:44px;margin-block:8px 14px}
article .standfirst{font-size:21px;line-height:1.45;color:#333d45;margin:0}
article .article-art{margin-block:22px}
article p{margin-block:0 1.1em;max-inline-size:64ch}
article .lead-slot{float:inline-end;margin:6px 0 16px 26px}
.more{clear:both;border-block-start:1px solid var(--ink);padding-block-start:16px}
.more h2{font-size:20px}
.more li{margin-block-end:8px}
.more ul{padding-inline-start:20px}
.rail{position:fixed;inset-block-start:120px;inset-inline-start:calc(50% + 525px)}
.missing{padding-block:60px 80px;text-align:center}
.missing h1{font-size:60px}
footer{border-block-start:1px solid var(--ink);padding-block:22px 40px;font-size:13px;color:var(--soft)}
:has(>ins[data-ez-state='empty'])>.ad-note{visibility:hidden}
.ad-note{display:block;font-size:11px;color:var(--soft);text-align:center;margin-block-end:4px}
.columns>*{min-inline-size:0}
@media (max-width:1039px){.columns{grid-template-columns:minmax(0,1fr)}}
@media (max-width:779px){
.masthead{padding-block:14px 8px}.masthead :is(b,h1){font-size:26px}.masthead span{display:none}
.stories{grid-template-columns:1fr}.lead-story h2{font-size:29px}article h1{font-size:31px}
.lead-story p,article .standfirst{font-size:18px}.frame{padding-inline:16px}.slot{margin-block:16px}.strip div{flex-basis:190px}
article .lead-slot{float:none;margin:0 0 16px}
}
@media print{.slot,.rail{display:none}}
`;

/** An advertiser's landing page; colours come from its brand as custom properties. */
export const LANDING_CSS = `
*{box-sizing:border-box}
body{margin:0;min-block-size:100vh;background:var(--paper);color:var(--ink);font:18px/1.6 'Helvetica Neue',Arial,sans-serif;display:flex;flex-direction:column}
header{padding:24px clamp(20px,6vw,80px);font-weight:700;font-size:20px}
main{flex:1;display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-items:stretch;gap:0}
.words{padding:clamp(20px,6vw,80px);align-self:center}
h1{font-size:clamp(38px,6vw,76px);line-height:1.02;letter-spacing:-.03em;margin:0 0 22px}
p{max-inline-size:46ch;margin:0 0 28px}
.call{display:inline-block;background:var(--ink);color:var(--paper);padding:14px 26px;border-radius:3px;font-weight:700;text-decoration:none}
.call:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
.art{min-block-size:320px}
.art svg{inline-size:100%;block-size:100%;display:block}
#more{padding:clamp(20px,6vw,80px);border-block-start:1px solid currentcolor}
footer{padding:20px clamp(20px,6vw,80px);font-size:14px;opacity:.75}
code{font-size:13px;overflow-wrap:anywhere}
@media (max-width:780px){main{grid-template-columns:1fr}}
`;
