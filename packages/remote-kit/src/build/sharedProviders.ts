/** Names every shared package once, so that the shell provides all of them whether it uses them itself or not. */

import * as store from '@ezdash/store';
import * as ui from '@ezdash/ui';
import * as i18next from 'i18next';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactI18next from './i18nFacade.mjs';
import * as router from './routerFacade';

export const eager = [react, jsxRuntime, reactDom, router, i18next, reactI18next, store, ui];

/** Tiers: provided, but loaded only when a remote asks (the page preloads them for the route's remote). */
export const tiers = {
  '@ezdash/ui/charts': () => import('@ezdash/ui/charts'),
  '@ezdash/ui/data': () => import('@ezdash/ui/data'),
};
