import { sizeInWords } from '../../model/facts/resource.ts';
import type { Instant } from '../../model/time/time.ts';
import type { ResourceView } from '../../views/inventory.ts';
import { remarkOn } from '../../views/remark-on-resource.ts';
import type { ResourceRow } from '../reply-rows.ts';
import { priceFigure } from './figures.ts';

export function resourceRow(row: ResourceView, now: Instant): ResourceRow {
  const { resource, project, subject, alert } = row;
  return {
    subject,
    project,
    kind: resource.kind,
    id: resource.id,
    state: resource.state,
    activity: resource.activity,
    price: resource.price && priceFigure(resource.price),
    size: sizeInWords(resource),
    remark: remarkOn(row, now),
    severity: alert?.severity ?? null,
    hasGpus: resource.gpus > 0,
  };
}
