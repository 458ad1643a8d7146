import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelayed } from './useDelayed';

const keys = (length: number) => Array.from({ length }, (_, i) => `part-${i}`);

function Bone({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <Skeleton animate={false} height={height} width={width} radius="sm" />;
}

/** Holds its children's place at once and shows them after 150 ms; announces that something loads. */
export function SkeletonBox({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const shown = useDelayed();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={t('loading')}
      style={{ visibility: shown ? undefined : 'hidden' }}
    >
      {children}
    </div>
  );
}

function StatBones({ tiles }: { tiles: number }) {
  return (
    <div className="ez-stats">
      {keys(tiles).map((key) => (
        <div className="ez-stat ez-stat-bones" key={key}>
          <Bone height={12} width={72} />
          <Bone height={26} width="56%" />
          <Bone height={12} width="72%" />
        </div>
      ))}
    </div>
  );
}

function TableBones({ rows, columns }: { rows: number; columns: number }) {
  return (
    <div className="ez-bones-table">
      {keys(rows).map((row) => (
        <div key={row}>
          {keys(columns).map((column, i) => (
            <Bone key={column} height={12} width={i === 0 ? '72%' : '48%'} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The boxes of a figure strip. */
export function StatSkeleton({ tiles = 4 }: { tiles?: number }) {
  return (
    <SkeletonBox>
      <StatBones tiles={tiles} />
    </SkeletonBox>
  );
}

/** The boxes of a table: `rows` of the height rows will have. */
export function TableSkeleton({ rows = 6, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <SkeletonBox>
      <TableBones rows={rows} columns={columns} />
    </SkeletonBox>
  );
}

/** The boxes of a chart or any other block; `height` in pixels. */
export function BlockSkeleton({ height = 248 }: { height?: number }) {
  return (
    <SkeletonBox>
      <Bone height={height} />
    </SkeletonBox>
  );
}

interface PageSkeletonProps {
  /** Figures above; 0 for none. */
  tiles?: number;
  /** What the page's panel will hold. */
  body?: 'chart' | 'table' | 'form';
}

/** The boxes of a whole page: header, figures, one panel. */
export function PageSkeleton({ tiles = 4, body = 'chart' }: PageSkeletonProps) {
  return (
    <SkeletonBox>
      <div className="ez-header">
        <div className="ez-bones-lines">
          <Bone height={24} width={168} />
          <Bone height={14} width={248} />
        </div>
      </div>
      {tiles > 0 ? <StatBones tiles={tiles} /> : null}
      <section className="ez-panel">
        {body === 'table' ? (
          <TableBones rows={6} columns={5} />
        ) : (
          <div className="ez-panel-body">{bodyBones(body)}</div>
        )}
      </section>
    </SkeletonBox>
  );
}

function bodyBones(body: 'chart' | 'form') {
  if (body === 'chart') return <Bone height={248} />;
  return (
    <div className="ez-bones-lines">
      {keys(4).map((key) => (
        <div className="ez-bones-lines" key={key}>
          <Bone height={12} width={96} />
          <Bone height={34} width="min(100%, 420px)" />
        </div>
      ))}
    </div>
  );
}
