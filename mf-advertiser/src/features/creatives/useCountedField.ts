import { anyDirection, type FieldProps } from '@ezdash/ui';
import { useLimit } from '../../components/useLimit';

interface CountedField extends FieldProps<string> {
  description: string;
  ref: typeof anyDirection;
}

/** A field of words people read: counted while it is written, in the direction of its own language. */
export function useCountedField(): (field: FieldProps<string>, most: number, hint?: string) => CountedField {
  const limit = useLimit();
  return (field, most, hint) => {
    const { description, error } = limit(field.value, most, hint);
    return { ...field, description, error: error ?? field.error, ref: anyDirection };
  };
}
