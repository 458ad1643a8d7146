/** No tier of the shell's: for choosing a password, built into the remotes that import it (scripts/build/targets.mjs). */
export { PasswordStrength } from './PasswordStrength';
