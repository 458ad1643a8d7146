import type { ShellRelease } from '@ezdash/contracts';
// Not through the package's door: that would load components and style sheets into Node.
import { APPEARANCE_BOOT_SCRIPT } from '../../../ui/src/theme/appearanceBootScript';
import { sharedVersions } from '../build/shared';
import { federationVersion } from '../build/workspace';
import { CONTRACT_VERSION, LEAST_CONTRACT_VERSION } from '../defineRemote';
import { VERSION } from './development';

/** What the server makes its pages of; the development server in front puts the shell's scripts into them. */
export function developmentShell(): ShellRelease {
  return {
    name: 'shell',
    version: VERSION,
    buildId: '0'.repeat(12),
    locales: {},
    scripts: [],
    styles: [],
    fonts: [],
    tiers: {},
    files: {},
    shared: sharedVersions('host'),
    pluginVersion: federationVersion(),
    contractVersion: CONTRACT_VERSION,
    leastContractVersion: LEAST_CONTRACT_VERSION,
    appearanceScript: APPEARANCE_BOOT_SCRIPT,
  };
}
