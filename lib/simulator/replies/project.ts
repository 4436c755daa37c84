import type * as z from 'zod';
import type { WireProject } from '../../providers/compute/wire/project.ts';
import { existsAt } from '../world/life.ts';
import type { Project, WorldState } from '../world/world-state.ts';

export const projectReply = (state: WorldState, project: Project): z.input<typeof WireProject> => ({
  id: project.id,
  billingAccountId: project.account,
  createBy: project.createdBy,
  resourceCount: project.holdings.filter((holding) => existsAt(holding.life, state.at)).length,
});
