/**
 * Every part of the design system with sample figures. The hash names the screen; `?scheme=dark&dir=rtl&density=compact`
 * and `&locale=de` choose the variant, `&open=palette|drawer|confirm|toast` opens something.
 */
import '../src/styles/index.css';
import './gallery.css';
import i18next from 'i18next';
import { type ComponentType, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { setAppearance, UiProvider } from '../src';
import de from '../src/locales/de.json';
import en from '../src/locales/en.json';
import { DashboardScreen } from './DashboardScreen';
import { FormsScreen } from './FormsScreen';
import { PartsScreen } from './PartsScreen';
import { AuthScreen, SiteScreen } from './PublicScreens';
import { StatesScreen } from './StatesScreen';
import { TableScreen } from './TableScreen';

const screens: Record<string, ComponentType> = {
  dashboard: DashboardScreen,
  table: TableScreen,
  parts: PartsScreen,
  forms: FormsScreen,
  states: StatesScreen,
  auth: AuthScreen,
  site: SiteScreen,
};
const options = new URLSearchParams(location.search);
const locale = options.get('locale') ?? 'en';
const dir = options.get('dir') === 'rtl' ? 'rtl' : 'ltr';
document.documentElement.dataset.density = options.get('density') ?? 'comfortable';
setAppearance(options.get('scheme') === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function Gallery() {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const Screen = screens[hash] ?? DashboardScreen;
  return (
    <UiProvider dir={dir} locale={locale}>
      <Screen />
    </UiProvider>
  );
}

await i18next.use(initReactI18next).init({
  lng: locale,
  fallbackLng: 'en',
  resources: { en: { ui: en }, de: { ui: de } },
  interpolation: { escapeValue: false },
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
