import type { GateVerdict, ReleaseInfo } from '@ezdash/contracts';
import type { PublishedBy } from './publish.repo';

/** What is known of a release beside what was published. */
export interface ReleaseFacts {
  verdict: GateVerdict | null;
  trouble: ReleaseInfo['trouble'];
}

/** A release as its team and operators see it. */
export function presentRelease(published: PublishedBy, { verdict, trouble }: ReleaseFacts): ReleaseInfo {
  const { name, version, publisher, publishedAt, commit, release } = published;
  const { files, manifest, pluginVersion, shared, types } = release;
  const sizes = Object.values(files);
  return {
    remote: name,
    version,
    published_at: publishedAt.toISOString(),
    publisher,
    commit,
    contract_version: manifest.contractVersion,
    plugin_version: pluginVersion,
    shared,
    byte_count: sizes.reduce((sum, { byteCount }) => sum + byteCount, 0),
    brotli_byte_count: sizes.reduce(
      (sum, { byteCount, brotliByteCount = byteCount }) => sum + brotliByteCount,
      0,
    ),
    has_types: types !== undefined,
    verdict,
    trouble,
  };
}
