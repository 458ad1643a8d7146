import {
  Button,
  Checkbox,
  Choice,
  MoneyInput,
  Notice,
  PageHeader,
  Panel,
  PasswordInput,
  Textarea,
  TextInput,
  useForm,
  usePageTitle,
} from '../src';
import { MultiSelect, NumberField, Select, Switch } from '../src/data';
import { AppScreen } from './AppScreen';

export function FormsScreen() {
  usePageTitle('Forms');
  const form = useForm({
    initial: {
      name: '',
      landing: 'http://',
      bid: null as number | null,
      cap: 3 as number | null,
      password: '',
      note: '',
      terms: false,
      role: 'advertiser',
    },
    check: (values) => ({
      ...(values.name ? {} : { name: 'Name the campaign' }),
      ...(values.bid === null ? { bid: 'Enter a bid' } : {}),
    }),
    onSubmit: async () => {
      throw { errors: { landing: ['Enter a full address that starts with https://'] } };
    },
  });
  const roles = [
    ['advertiser', 'Advertise', 'From $100, stop any time'],
    ['publisher', 'Publish', 'One tag, paid every month'],
  ] as const;
  return (
    <AppScreen current="forms">
      <PageHeader title="Forms" />
      <Panel title="General">
        <form {...form.props} className="ez-stack gallery-form">
          <Notice tone="bad" title="Wrong e-mail or password.">
            After 3 more tries signing in pauses for 15 minutes.
          </Notice>
          <div className="gallery-pair">
            {roles.map(([value, label, hint]) => (
              <Choice
                key={value}
                name="role"
                value={value}
                label={label}
                hint={hint}
                checked={form.values.role === value}
                onChange={() => form.set({ role: value })}
              />
            ))}
          </div>
          <TextInput label="Name" description="Only you see it" {...form.field('name')} />
          <TextInput label="Landing page" {...form.field('landing')} />
          <MoneyInput label="Max bid, CPM" digits={4} {...form.field('bid')} />
          <PasswordInput label="Password" {...form.field('password')} />
          <Textarea label="Note" {...form.field('note')} />
          <Select label="Timezone" data={['UTC', 'Europe/Berlin']} defaultValue="UTC" />
          <MultiSelect
            label="Countries"
            data={['Germany', 'Austria']}
            defaultValue={['Germany', 'Austria']}
          />
          <NumberField label="Impressions per visitor per day" {...form.field('cap')} />
          <Switch label="Even pacing" defaultChecked />
          <Checkbox label="I accept the terms" {...form.checkbox('terms')} />
          <div className="ez-actions">
            <Button type="submit" loading={form.pending}>
              Save
            </Button>
            <Button color="red">Delete</Button>
            <Button variant="light">Light</Button>
            <Button variant="subtle">Cancel</Button>
            <Button disabled>Off</Button>
          </div>
        </form>
      </Panel>
    </AppScreen>
  );
}
