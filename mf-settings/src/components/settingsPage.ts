/** Pages by the id of the manifest: `page.<id>` is the title, `lead.<id>` the line under it. */
export type SettingsPage =
  | 'profile'
  | 'appearance'
  | 'alerts'
  | 'password'
  | 'setPassword'
  | 'socialConnections'
  | 'paymentMethods'
  | 'api'
  | 'apiTry';
