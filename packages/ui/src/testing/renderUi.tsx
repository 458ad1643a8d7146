import { type RenderResult, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { UiProvider, type UiProviderProps } from '../theme/UiProvider';

/** Renders with the design system's texts and providers; transitions and portals are off. */
export function renderUi(node: ReactNode, options: Partial<UiProviderProps> = {}): RenderResult {
  if (!i18next.isInitialized) {
    void i18next.use(initReactI18next).init({
      lng: 'en',
      fallbackLng: 'en',
      initAsync: false,
      resources: { en: { ui: en }, de: { ui: de } },
      interpolation: { escapeValue: false },
    });
  }
  return render(node, {
    wrapper: ({ children }) => (
      <UiProvider env="test" {...options}>
        {children}
      </UiProvider>
    ),
  });
}
