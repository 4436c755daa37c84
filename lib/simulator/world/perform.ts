import { changeCluster, createCluster, deleteCluster } from './compute/cluster-life.ts';
import { changeClusterMachine, deleteClusterMachine } from './compute/cluster-machines.ts';
import {
  changeMachine,
  createMachine,
  deleteMachine,
  deployOs,
  putMachineInState,
} from './compute/machine-life.ts';
import {
  commitVm,
  createVm,
  putVmInState,
  rebootVm,
  resizeDisk,
  resizeVm,
  setExpiry,
  setMetadata,
  setWorkload,
  startVm,
  stopVm,
  terminateVm,
} from './compute/vm-life.ts';
import { declineCards } from './money/account-life.ts';
import {
  changeSecurityGroup,
  createNetwork,
  createSecurityGroup,
  deleteNetwork,
  deleteSecurityGroup,
} from './network-life.ts';
import { performEstate } from './perform-estate.ts';
import { attachDisk, createDisk, deleteDisk, detachDisk } from './storage/disk-life.ts';
import { createImage, deleteImage, describeImage } from './storage/image-life.ts';
import {
  changeVolume,
  createBucket,
  createVolume,
  deleteBucket,
  deleteVolume,
  fillBucket,
} from './storage/volume-life.ts';
import type { WorldEvent } from './world-event.ts';
import { theAccount, type WorldState } from './world-state.ts';

/**
 * Performs one event at the world's present instant. @throws Refusal when it is impossible; then nothing has changed.
 */
export function perform(state: WorldState, event: WorldEvent): void {
  switch (event.kind) {
    case 'add-credit':
      theAccount(state, event.account).payments.push({ at: state.at, amount: event.amount });
      break;
    case 'suspend-account':
      theAccount(state, event.account).suspended = event.reason;
      break;
    case 'decline-cards':
      declineCards(state, event);
      break;
    case 'reinstate-account':
      theAccount(state, event.account).suspended = null;
      break;
    case 'create-vm':
      createVm(state, event);
      break;
    case 'start-vm':
      startVm(state, event.project, event.vm);
      break;
    case 'stop-vm':
      stopVm(state, event.project, event.vm);
      break;
    case 'reboot-vm':
      rebootVm(state, event.project, event.vm);
      break;
    case 'terminate-vm':
      terminateVm(state, event.project, event.vm);
      break;
    case 'commit-vm':
      commitVm(state, event);
      break;
    case 'resize-vm':
      resizeVm(state, event);
      break;
    case 'set-expiry':
      setExpiry(state, event);
      break;
    case 'set-workload':
      setWorkload(state, event);
      break;
    case 'set-metadata':
      setMetadata(state, event);
      break;
    case 'enter-state':
      putVmInState(state, event);
      break;
    case 'create-machine':
      createMachine(state, event);
      break;
    case 'set-power':
    case 'change-machine':
      changeMachine(state, event);
      break;
    case 'deploy-os':
      deployOs(state, event);
      break;
    case 'enter-machine-state':
      putMachineInState(state, event);
      break;
    case 'delete-machine':
      deleteMachine(state, event);
      break;
    case 'create-cluster':
      createCluster(state, event);
      break;
    case 'change-cluster':
      changeCluster(state, event);
      break;
    case 'change-cluster-machine':
      changeClusterMachine(state, event);
      break;
    case 'delete-cluster-machine':
      deleteClusterMachine(state, event);
      break;
    case 'delete-cluster':
      deleteCluster(state, event);
      break;
    case 'create-volume':
      createVolume(state, event);
      break;
    case 'change-volume':
      changeVolume(state, event);
      break;
    case 'delete-volume':
      deleteVolume(state, event);
      break;
    case 'create-disk':
      createDisk(state, event);
      break;
    case 'attach-disk':
      attachDisk(state, event);
      break;
    case 'detach-disk':
      detachDisk(state, event);
      break;
    case 'delete-disk':
      deleteDisk(state, event);
      break;
    case 'resize-disk':
      resizeDisk(state, event);
      break;
    case 'create-bucket':
      createBucket(state, event);
      break;
    case 'fill-bucket':
      fillBucket(state, event);
      break;
    case 'delete-bucket':
      deleteBucket(state, event);
      break;
    case 'create-image':
      createImage(state, event);
      break;
    case 'describe-image':
      describeImage(state, event);
      break;
    case 'delete-image':
      deleteImage(state, event);
      break;
    case 'create-network':
      createNetwork(state, event);
      break;
    case 'delete-network':
      deleteNetwork(state, event);
      break;
    case 'create-security-group':
      createSecurityGroup(state, event);
      break;
    case 'change-security-group':
      changeSecurityGroup(state, event);
      break;
    case 'delete-security-group':
      deleteSecurityGroup(state, event);
      break;
    default:
      performEstate(state, event);
  }
}
