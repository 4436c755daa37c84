import { describe, expect, it } from 'vitest';
import { vmResource } from '../../../../lib/clouds/compute/facts/resources.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { aWireVm } from '../../../support/builders/wire-builders.ts';

describe('the GPUs of a VM', () => {
  it.each([
    ['a count', { gpuQuantity: 8 }, 8],
    ['a count as text', { gpuQuantity: '8' }, 8],
    ['the count of older platforms', { gpuQuantity: undefined, gpus: 2 }, 2],
    ['the larger of two different counts', { gpuQuantity: 0, gpus: 2 }, 2],
    ['a model without a count', { gpuQuantity: undefined, gpuModelId: 'h100' }, 1],
    ['a model beside a count of zero, which may be an unset field', { gpuQuantity: 0, gpuModel: 'H100' }, 1],
    ['an empty model, which counts as no GPU', { gpuQuantity: undefined, gpuModel: '', gpuModelId: '' }, 0],
    ['nothing', { gpuQuantity: undefined }, 0],
    ['null', { gpuQuantity: null, gpus: null, gpuModel: null }, 0],
  ])('are read from %s', (_, fields, gpus) => {
    expect(vmResource(aWireVm(fields), noon).gpus).toBe(gpus);
  });
});
