import type { Candidate } from './decision';

/**
 * Leaves what one place of a page was answered to the page's other places: the creative never comes twice. Of a campaign
 * with a frequency cap none comes any more once it is on the page as often as a person may see it; as a successor it is
 * counted too, for nobody knows yet who of an answer is shown.
 */
export function excludeAnswered({ campaign, creative }: Candidate, exclude: number[]): void {
  exclude.push(creative.id);
  if (creative.cap === null) return;
  let count = 0;
  for (const { list } of campaign.creatives) for (const { id } of list) if (exclude.includes(id)) count += 1;
  if (count < creative.cap.count) return;
  for (const { list } of campaign.creatives)
    for (const { id } of list) if (!exclude.includes(id)) exclude.push(id);
}
