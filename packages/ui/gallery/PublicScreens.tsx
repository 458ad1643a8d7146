import {
  Anchor,
  AuthFrame,
  Button,
  Checkbox,
  DimensionLine,
  Notice,
  PasswordInput,
  SiteFrame,
  SlotArt,
  TextInput,
  usePageTitle,
} from '../src';

export function AuthScreen() {
  usePageTitle('Sign in');
  return (
    <AuthFrame
      homeHref="#site"
      foot={
        <>
          By signing in you accept the <Anchor href="#terms">terms</Anchor> of 1 Nov 2026.
        </>
      }
      caption={
        <>
          <b>Every impression is in the ledger,</b> with its price and its reason.
        </>
      }
    >
      <h1>Sign in</h1>
      <p>
        New here? <a href="#register">Make an account</a>
      </p>
      <form noValidate>
        <Notice tone="bad" title="Wrong e-mail or password.">
          After 3 more tries signing in pauses for 15 minutes.
        </Notice>
        <TextInput label="E-mail" type="email" autoComplete="username" defaultValue="ines@halden.example" />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          defaultValue="moss-anvil-9"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <div className="ez-auth-row">
          <Checkbox label="Stay signed in for 30 days" />
          <a href="#forgot">Forgot it?</a>
        </div>
        <Button fullWidth type="button">
          Sign in
        </Button>
      </form>
    </AuthFrame>
  );
}

export function SiteScreen() {
  usePageTitle('Welcome');
  return (
    <SiteFrame
      homeHref="#site"
      links={[
        { href: '#advertise', label: 'Advertise' },
        { href: '#publish', label: 'Publish' },
      ]}
      actions={
        <>
          <Button variant="subtle">Sign in</Button>
          <Button>Create account</Button>
        </>
      }
      foot={<span>EzDash</span>}
    >
      <section className="gallery-site">
        <h1>Every ad has a price.</h1>
        <div className="gallery-slots">
          {(['seeds', 'shells', 'bikes', 'cover'] as const).map((art, i) => {
            const size = [
              { width: 970, height: 250 },
              { width: 300, height: 250 },
              { width: 336, height: 280 },
              { width: 728, height: 90 },
            ][i];
            return size ? (
              <div key={art} style={{ inlineSize: size.width / 2 }}>
                <SlotArt art={art} size={size} />
                <DimensionLine size={size} />
              </div>
            ) : null;
          })}
        </div>
      </section>
    </SiteFrame>
  );
}
