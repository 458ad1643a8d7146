import { Skeleton, SkeletonBox } from '@ezdash/ui';

const LINE_PX = 14;

/** Lines of what a tab will show. */
export function TabSkeleton({ rows }: { rows: number }) {
  return (
    <SkeletonBox>
      {Array.from({ length: rows }, (_, row) => `line-${row}`).map((key) => (
        <Skeleton key={key} animate={false} height={LINE_PX} mb={8} radius="sm" />
      ))}
    </SkeletonBox>
  );
}
