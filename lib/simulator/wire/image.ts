import * as z from 'zod';
import { int32, maybe, openRecord, text, time } from './values.ts';

/** A private image. The search shows these fields; the record's own list is not shown, so the rest is kept. */
export const PrivateImage = z
  .looseObject({
    id: maybe(text),
    projectId: maybe(text),
    dataCenterId: maybe(text),
    sizeGib: maybe(int32),
    createTime: maybe(time),
  })
  .meta({ id: 'PrivateImage' });

export const PublicImage = openRecord('PublicImage', 'The specification shows no fields.');

export const GetPrivateVmImageResponse = z
  .object({ image: maybe(PrivateImage) })
  .meta({ id: 'GetPrivateVMImageResponse' });
export const CreatePrivateVmImageResponse = z
  .object({ image: maybe(PrivateImage) })
  .meta({ id: 'CreatePrivateVMImageResponse' });
