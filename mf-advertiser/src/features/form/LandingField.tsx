import { TextInput } from '@ezdash/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import { LandingLook } from '../creatives/LandingLook';
import { MacroList } from './MacroList';
import type { FieldControl } from './useCampaignFields';
import { withScheme } from './withScheme';

/** Where a click leads, and what is filled into the address on the way. */
export function LandingField({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const input = useRef<HTMLInputElement>(null);
  // Before that browsers disagree on where its caret is.
  const wasEntered = useRef(false);
  const { values, set, leave, errorOf } = fields;
  const insert = (macro: string) => {
    const address = values.landing_url;
    const caretOf = (edge: 'selectionStart' | 'selectionEnd') =>
      (wasEntered.current ? input.current?.[edge] : null) ?? address.length;
    const start = caretOf('selectionStart');
    set({ landing_url: `${address.slice(0, start)}${macro}${address.slice(caretOf('selectionEnd'))}` });
    const caret = start + macro.length;
    // Once the new address is in the field.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(caret, caret);
    });
  };
  return (
    <Rule
      title={t('field.landing')}
      hint={t(values.pricing === 'CPA' ? 'field.landingHintCPA' : 'field.landingHint')}
    >
      {(ids) => (
        <>
          <TextInput
            {...ids}
            ref={input}
            name="landing_url"
            type="url"
            inputMode="url"
            dir="ltr"
            placeholder="https://"
            value={values.landing_url}
            error={errorOf('landing_url')}
            onFocus={() => {
              wasEntered.current = true;
            }}
            onChange={(event) => set({ landing_url: event.currentTarget.value })}
            onBlur={() => {
              const address = withScheme(values.landing_url);
              if (address !== values.landing_url) set({ landing_url: address });
              leave('landing_url');
            }}
          />
          <LandingLook url={values.landing_url} />
          <MacroList onInsert={insert} />
        </>
      )}
    </Rule>
  );
}
