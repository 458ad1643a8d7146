import { Kbd, Modal, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../icons';

export interface Command {
  id: string;
  label: string;
  /** Other words it is found by. */
  keywords?: string;
  /** At the end: a state, a key. */
  hint?: string;
  onRun: () => void;
}

export interface CommandGroup {
  id: string;
  /** "Go to", "Campaigns", "Do". */
  label: string;
  commands: readonly Command[];
}

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  groups: readonly CommandGroup[];
  /** Told while typing, for groups that are searched elsewhere. */
  onQuery?: (query: string) => void;
}

/** A group shows at most so many: who looks for more types one more letter. */
const MOST_A_GROUP = 6;
const WIDTH = 560;

function matches(command: Command, words: readonly string[]): boolean {
  const text = `${command.label} ${command.keywords ?? ''}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

/** The groups with what matches every typed word; empty groups drop out. */
export function findCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      commands: group.commands.filter((command) => matches(command, words)).slice(0, MOST_A_GROUP),
    }))
    .filter((group) => group.commands.length > 0);
}

interface ListProps {
  id: string;
  found: readonly CommandGroup[];
  active: Command | undefined;
  onHover: (command: Command) => void;
  onRun: (command: Command) => void;
}

function CommandList({ id, found, active, onHover, onRun }: ListProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ez-palette" id={id} role="listbox" aria-label={t('palette.results')}>
      {found.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand inside a listbox
        <div key={group.id} role="group" aria-label={group.label}>
          <span className="ez-palette-group" aria-hidden="true">
            {group.label}
          </span>
          {group.commands.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
            <div
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={command.id === active?.id}
              onPointerMove={() => onHover(command)}
              onClick={() => onRun(command)}
            >
              <span>{command.label}</span>
              {command.hint ? <Kbd size="xs">{command.hint}</Kbd> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Jump to a page, find a thing, do something: by name, with the keyboard alone. */
export function CommandPalette({ opened, onClose, groups, onQuery }: CommandPaletteProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal.Root opened={opened} onClose={onClose} padding={0} size={WIDTH} yOffset="14vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        {/* Mounted with the dialog, so that it opens empty every time. */}
        <PaletteBody groups={groups} onClose={onClose} onQuery={onQuery} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBody({ groups, onClose, onQuery }: Omit<CommandPaletteProps, 'opened'>) {
  const { t } = useTranslation('ui');
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();
  const found = useMemo(() => findCommands(groups, query), [groups, query]);
  const flat = found.flatMap((group) => group.commands);
  const active = flat.find((command) => command.id === activeId) ?? flat[0];
  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  const run = (command: Command) => {
    onClose();
    command.onRun();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && flat.length > 0) {
      const at = active ? flat.indexOf(active) : -1;
      setActiveId(flat[(at + step + flat.length) % flat.length]?.id);
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) run(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="lg"
        className="ez-palette-input"
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        role="combobox"
        aria-expanded={flat.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setActiveId(undefined);
          onQuery?.(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      {flat.length > 0 ? (
        <CommandList
          id={listId}
          found={found}
          active={active}
          onHover={(command) => setActiveId(command.id)}
          onRun={run}
        />
      ) : (
        <p className="ez-palette-none" role="status">
          {t('palette.none', { query })}
        </p>
      )}
    </>
  );
}
