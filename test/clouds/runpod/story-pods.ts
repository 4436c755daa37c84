import { earlier, hours } from '../../../lib/model/time/time.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import type { State } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';

/** Something that happens two hours before a story begins. */
export const before = (happen: (state: State) => unknown) => ({ at: earlier(start, hours(2)), happen });

type Kind = 'training' | 'serving' | 'abandoned';

/** A pod that was made two hours before a story begins. */
export const pod = (name: string, kind: Kind, more: (state: State) => Partial<typeof aPod> = () => ({})) =>
  before((state) => createPod(state, { ...aPod, name, workload: { kind }, ...more(state) }));
/** The storage of a pod on a network volume. */
export const onVolume = (name: string) => (state: State) => ({
  storage: { kind: 'network', id: findByName(state.volumes, name).id } as const,
});
/** The place of a pod in a cluster. */
export const ofCluster = (name: string) => (state: State) => ({
  cluster: { id: findByName(state.clusters, name).id, rank: 0 },
});
