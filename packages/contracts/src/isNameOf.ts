/**
 * Whether an endpoint or a slice is a remote's: its name is the remote's namespace, or begins with it and goes on with
 * anything but a small letter. `authorList` is not of `auth`: another remote may have the namespace `author`.
 */
export function isNameOf(namespace: string, name: string): boolean {
  return name.startsWith(namespace) && !/^[a-z]/.test(name.slice(namespace.length));
}
