import { z } from 'zod';
import { fieldErrors, validate } from './validate';

it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
  'names a field called %s like any other',
  (field) => {
    const { error } = z
      .strictObject({ name: z.string().optional() })
      .safeParse(JSON.parse(`{"${field}": 1}`));
    expect(error && Object.entries(fieldErrors(error))).toEqual([[field, ['This field is not known']]]);
  },
);

it('lists several problems of one field, nested ones by their path', () => {
  const schema = z.object({ size: z.object({ width: z.number() }), name: z.string().min(3).regex(/x/) });
  expect(() => validate(schema, { size: { width: 'a' }, name: 'a' })).toThrow(
    expect.objectContaining({
      status: 422,
      errors: { 'size.width': [expect.any(String)], name: [expect.any(String), expect.any(String)] },
    }),
  );
});
