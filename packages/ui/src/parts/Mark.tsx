/** The mark: a slot with a dash in it. `size` in pixels. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
      <rect x="1" y="3" width="20" height="16" rx="3.5" fill="var(--ez-accent)" />
      <rect x="5" y="9.25" width="8.5" height="3.5" rx="0.75" fill="var(--ez-on-accent)" />
      <rect x="14.5" y="9.25" width="3" height="3.5" rx="0.75" fill="var(--ez-spark)" />
    </svg>
  );
}
