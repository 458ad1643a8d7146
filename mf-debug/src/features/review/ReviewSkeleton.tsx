import { PageHeader, Panel, Skeleton, SkeletonBox } from '@ezdash/ui';
import styles from './review.module.css';

const ROWS = ['first', 'second', 'third', 'fourth'];

/** The boxes of queue, creative and decision while the first answer is on its way. */
export function ReviewSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} lead={<Skeleton animate={false} height={12} width={300} radius="sm" />} />
      <SkeletonBox>
        <div className={styles.desk}>
          <Panel flush>
            <div className={styles.bones}>
              {ROWS.map((row) => (
                <Skeleton key={row} animate={false} height={36} radius="sm" />
              ))}
            </div>
          </Panel>
          <Panel flush>
            <Skeleton animate={false} height={310} radius={0} />
            <div className={styles.bones}>
              <Skeleton animate={false} height={18} width="52%" radius="sm" />
              {ROWS.map((row) => (
                <Skeleton key={row} animate={false} height={12} width="76%" radius="sm" />
              ))}
            </div>
          </Panel>
          <Panel flush>
            <div className={styles.bones}>
              <Skeleton animate={false} height={16} width="40%" radius="sm" />
              <Skeleton animate={false} height={128} radius="sm" />
              <Skeleton animate={false} height={88} radius="sm" />
              <Skeleton animate={false} height={34} radius="sm" />
            </div>
          </Panel>
        </div>
      </SkeletonBox>
    </>
  );
}
