// One release of changed sources, in a process of its own: buildVariant.ts FOLDER OUT_DIR VERSION BUILD_ID
import { buildRemote } from '@ezdash/remote-kit/build';

const [, , folder = '', outDir = '', version = '', buildId = ''] = process.argv;
await buildRemote({ folder, outDir, version, buildId });
