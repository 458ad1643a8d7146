import { Autocomplete, MultiSelect, Select, TagsInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { renderUi } from '../testing/renderUi';

const COUNTRIES = ['France', 'Germany', 'Ghana'];
const shared = { label: 'Country', data: COUNTRIES, name: 'country' };

/** Shows what is chosen beside a field in a form that says when it is sent. */
function Harness({ sent, children }: { sent: () => void; children: ReactNode }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      {children}
      <button type="submit">Send</button>
    </form>
  );
}

function One({ list: List }: { list: typeof Select | typeof Autocomplete }) {
  const [value, setValue] = useState<string | null>('');
  const searchable = List === Select ? { searchable: true } : {};
  return (
    <>
      <List {...shared} {...searchable} value={value ?? ''} onChange={setValue} />
      <output aria-label="Chosen">{value}</output>
    </>
  );
}

function Many({ list: List }: { list: typeof MultiSelect | typeof TagsInput }) {
  const [values, setValues] = useState<string[]>([]);
  const searchable = List === MultiSelect ? { searchable: true } : {};
  return (
    <>
      <List {...shared} {...searchable} value={values} onChange={setValues} />
      <output aria-label="Chosen">{values.join()}</output>
    </>
  );
}

const FIELDS: Readonly<Record<string, ReactNode>> = {
  Select: <One list={Select} />,
  Autocomplete: <One list={Autocomplete} />,
  MultiSelect: <Many list={MultiSelect} />,
  TagsInput: <Many list={TagsInput} />,
};
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
const chosen = () => screen.getByRole('status', { name: 'Chosen' }).textContent;

test.each(Object.entries(FIELDS))(
  '%s: Enter takes the first match of what was typed, and sends nothing',
  async (_name, list) => {
    const sent = jest.fn();
    renderUi(<Harness sent={sent}>{list}</Harness>);
    await userEvent.click(field());
    await userEvent.keyboard('germ{Enter}');
    expect(chosen()).toBe('Germany');
    expect(sent).not.toHaveBeenCalled();
  },
);

test.each(Object.entries(FIELDS))('%s: Enter takes what the arrows marked', async (_name, list) => {
  const sent = jest.fn();
  renderUi(<Harness sent={sent}>{list}</Harness>);
  await userEvent.click(field());
  await userEvent.keyboard('g{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen()).toBe('Ghana');
  expect(sent).not.toHaveBeenCalled();
});

test.each(['Select', 'MultiSelect'])(
  '%s: Enter chooses and sends nothing where nothing matches or was typed',
  async (name) => {
    const sent = jest.fn();
    renderUi(<Harness sent={sent}>{FIELDS[name]}</Harness>);
    await userEvent.click(field());
    expect(field().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
    expect(chosen()).toBe('');
  },
);

test.each(Object.entries(FIELDS))('%s: Enter sends the form once the list is closed', async (_name, list) => {
  const sent = jest.fn();
  renderUi(<Harness sent={sent}>{list}</Harness>);
  await userEvent.click(field());
  await userEvent.keyboard('germ{Enter}{Escape}{Enter}');
  expect(sent).toHaveBeenCalledTimes(1);
});

function Found() {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<string[]>([]);
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <Select
        {...shared}
        data={found}
        searchable
        filter={({ options }) => options}
        searchValue={search}
        onSearchChange={setSearch}
        value={value}
        onChange={setValue}
      />
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setFound(COUNTRIES)}
      >
        Answer
      </button>
      <output aria-label="Chosen">{value}</output>
    </>
  );
}

test('Enter takes the first of what a server found after the last letter', async () => {
  const sent = jest.fn();
  renderUi(
    <Harness sent={sent}>
      <Found />
    </Harness>,
  );
  await userEvent.click(field());
  await userEvent.keyboard('f');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  field().focus();
  if (field().getAttribute('aria-expanded') !== 'true') await userEvent.click(field());
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('France');
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['was only opened', '{Enter}', 'Germany'],
  ['is searched for another', 'g{Enter}', 'Germany'],
  ['is searched for one that is not chosen', 'gh{Enter}', 'Ghana'],
])('a chosen value that %s', async (_title, keys, value) => {
  const sent = jest.fn();
  renderUi(
    <Harness sent={sent}>
      <Select {...shared} searchable defaultValue="Germany" />
    </Harness>,
  );
  await userEvent.click(field());
  await userEvent.keyboard(keys);
  expect(field().value).toBe(value);
  expect(sent).not.toHaveBeenCalled();
});

test('what is chosen of several is not taken out by searching it again, and a second Enter adds nothing', async () => {
  const sent = jest.fn();
  renderUi(<Harness sent={sent}>{FIELDS.MultiSelect}</Harness>);
  await userEvent.click(field());
  await userEvent.keyboard('germ{Enter}{Enter}');
  expect(chosen()).toBe('Germany');
  await userEvent.keyboard('germ{Enter}');
  expect(chosen()).toBe('Germany');
  expect(sent).not.toHaveBeenCalled();
});
