import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { CommitmentTerm } from './shared.ts';
import { Decimal, given, int32, maybe, openEnum, text, time } from './values.ts';

/** The specification shows the first alone; the others are those of the platform. */
export const VolumeState = openEnum('Volume.State', [
  'VOLUME_STATE_UNSPECIFIED',
  'CREATING',
  'ACTIVE',
  'UPDATING',
  'DELETING',
  'FAILED',
]);

export const Volume = z
  .object({
    id: maybe(ResourceId),
    projectId: maybe(text),
    dataCenterId: maybe(text),
    sizeGib: maybe(int32),
    sizeGibUsed: maybe(int32),
    commitmentTerm: maybe(CommitmentTerm),
    commitmentEndTime: maybe(time),
    gibPriceHr: maybe(Decimal),
    totalPriceHr: maybe(Decimal),
    nfsPath: maybe(text),
    nfsServer: maybe(text),
    state: maybe(VolumeState),
  })
  .meta({ id: 'Volume' });

export const CreateVolumeBody = z
  .object({ id: text, dataCenterId: text, sizeGib: int32, commitmentTerm: given(CommitmentTerm) })
  .meta({ id: 'CreateVolumeBody' });
export const UpdateVolumeBody = z
  .object({ sizeGib: given(int32), commitmentTerm: given(CommitmentTerm) })
  .meta({ id: 'UpdateVolumeBody' });
