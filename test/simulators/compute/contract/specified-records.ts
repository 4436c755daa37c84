/**
 * The records of the specification, copied from its tables: `!` is required, `-` read-only, `~` deprecated,
 * `[x]` a list of x, `{}` a record whose fields are not shown, `{text}` a map of strings.
 */
export const specifiedRecords = `
Decimal value:string
CpuTopology cores:int32 sockets:int32 threads:int32
BillingAddress city:string country:string line1:string line2:string name:string phone:string postalCode:string state:string
ApiKey id:string- key:string- createTime:date-time-
BillingAccount id:string- displayName:string state:BillingAccountState billingAddress:BillingAddress taxId:TaxId paymentTerms:PaymentTerms billingThreshold:Decimal creditBalance:Decimal creditBalanceRecharge:CreditBalanceRecharge hourlySpendLimit:Decimal hourlySpendRate:Decimal monthlySpend:string- monthlySpendLimit:Decimal nextInvoiceTotal:Decimal invoiceTime:date-time- createBy:string- createTime:date-time- deleteTime:date-time- purgeTime:date-time- paymentProviderRef:string
CreateBillingAccountRequest displayName:string! email:string! billingAddress:BillingAddress invoiceName:string referral:string taxId:TaxId
BillingAccountPaymentMethod id:string type:string isDefault:boolean card:PaymentMethodCard wallet:Wallet
BillingAccountPaymentMethods paymentMethods:[BillingAccountPaymentMethod]
BillingAccountProject id:string! resourceCount:int32!
BillingAccountResult id:string displayName:string createTime:date-time
BillingAccountSetupIntent id:string! clientSecret:string!
BillingAccountSpendRow projectId:string! description:string! quantity:number! unit:Unit! unitAmount:Decimal! amount:Decimal!
Charge amount:Decimal! createTime:date-time! paid:boolean! refunded:boolean! status:string! failureCode:string
CheckoutSession clientSecret:string!
CreditBalanceRecharge low:Decimal! high:Decimal! autoRecharge:boolean! transaction:Transaction
CreditBalanceTransaction id:string! amount:Decimal! description:string! createTime:date-time!
CreateBillingAccountCreditPaymentResponse paymentIntent:PaymentIntent!
GetBillingAccountDetailsResponse billingAccount:BillingAccount! paymentProviderCustomer:object!
GetBillingAccountPermissionsResponse permissions:[UserPermission]
GetProjectPermissionsResponse permissions:[UserPermission]
GetBillingAccountSpendDetailsResponse spend:[BillingAccountSpendRow]!
Project id:string billingAccountId:string createBy:string resourceCount:int32
DataCenter id:string billingAccountId:string createBy:string lngLat:LngLat oneFrontendId:string regionId:string renewableEnergy:boolean supplierName:string
SshKey id:string comment:string createTime:string fingerprint:string publicKey:string type:string
CreateVMBody dataCenterId:string! machineType:string! vmId:string! bootDiskImageId:string! vcpus:int32! memoryGib:int32! gpus:int32! bootDiskSizeGib:int32 bootDisk:BootDisk~ commitmentTerm:CommitmentTerm customSshKeys:[string] sshKeySource:SshKeySource expireTime:date-time ttl:string metadata:{text} nics:[CreateVMRequest.NIC] securityGroupIds:[string] password:string startScript:string storageDiskIds:[string] topology:CpuTopology validateOnly:boolean cpuModel:string gpuModel:string maxPriceHr:Decimal
CreateVMRequest.NIC networkId:string assignPublicIp:boolean securityGroupIds:[string]
BootDisk sizeGib:int32!
CreateVMResponse id:string! vm:VM
CommitVMBody commitmentTerm:CommitmentTerm
ConnectVMResponse connectUrl:string! token:string!
CountVMsResponse count:int32!
CreatePrivateVMImageResponse image:PrivateImage
GetPrivateVMImageResponse image:PrivateImage
PrivateImage id:string projectId:string dataCenterId:string sizeGib:int32 createTime:date-time
DeployMachineOSBody os:string! customSshKeys:[string] sshKeySource:SshKeySource startScript:string userData:string~
UpdateMachineBody dataCenterId:string machineTypeId:string os:string startScript:string userData:string~ commitmentTerm:CommitmentTerm customSshKeys:[string] powerState:MachinePowerState priceHr:Decimal sshKeySource:SshKeySource state:Machine.State
Cluster id:string! projectId:string! dataCenterId:string! machineTypeId:string! machineCount:int32! state:Cluster.State commitmentTerm:CommitmentTerm commitmentEndTime:date-time- architecture:string- cpuModel:string- gpuModelId:string- createBy:string- cpuSpeedMhz:int32- totalCpuCores:int32- totalDiskSizeGib:int32- totalGpus:int32- totalMemoryGib:int32- createTime:date-time- customSshKeys:[string] sshKeySource:SshKeySource startScript:string networkType:NetworkType ipoibConfig:ClusterIPOIBConfig machinePriceHr:Decimal totalMachinePriceHr:Decimal totalPriceHr:Decimal machines:[ClusterMachine]-
ClusterIPOIBConfig networkPrefix:string! portBits:int32! hostBits:int32!
ClusterMachine id:string- projectId:string- dataCenterId:string- machineTypeId:string- architecture:string- cpuModel:string- gpuModelId:string- externalIpAddress:string- internalIpAddress:string- createBy:string- cpuCores:int32- cpuSpeedMhz:int32- diskSizeGib:int32- disks:int32- gpus:int32- memoryGib:int32- createTime:date-time- powerState:MachinePowerState priceHr:Decimal state:ClusterMachine.State volumeIds:[string]
GetClusterMachineTypeResponse machineType:MachineType!
Disk id:string! projectId:string! dataCenterId:string! sizeGib:int32! diskState:DiskState diskType:DiskType createTime:date-time- privateImageId:string- publicImageId:string- vmId:string-
GetDiskResponse disk:Disk
DiskStoragePriceHr diskGibPriceHr:Decimal
Volume id:string projectId:string dataCenterId:string sizeGib:int32 sizeGibUsed:int32 commitmentTerm:CommitmentTerm commitmentEndTime:date-time gibPriceHr:Decimal totalPriceHr:Decimal nfsPath:string nfsServer:string state:Volume.State
Network id:string projectId:string dataCenterId:string ipRange:string externalIpAddress:string internalIpAddress:string gateway:string createTime:date-time priceHr:Decimal state:Network.State vmState:VmState
GetObjectStorageSessionKeyResponse accessKey:string secretKey:string sessionToken:string sessionName:string endpoint:string
GenerateApiKeyRequest apikeyId:string
SearchResult resourceName:string resourceType:string score:number billingAccount:BillingAccountResult cluster:Cluster disk:Disk image:PrivateImage machine:MachineResult network:Network project:Project virtualMachine:VM volume:Volume
`;

/** Records that the platform's own reference adds fields to: these are the specification's. */
export const extendedRecords = `
VM id:string projectId:string dataCenterId:string gpuModelId:string bootDiskPrivateImageId:string bootDiskPublicImageId:string bootDiskSizeGib:int32 gpus:int32 memoryGib:int32 vcpus:int32 createTime:date-time state:VmState
Machine id:string projectId:string dataCenterId:string machineTypeId:string os:string architecture:string cpuModel:string gpuModelId:string hostname:string createBy:string startScript:string cpuCores:int32 cpuSpeedMhz:int32 diskSizeGib:int32 disks:int32 gpus:int32 memoryGib:int32 createTime:date-time customSshKeys:[string] externalIpAddresses:[string] priceHr:Decimal commitmentTerm:CommitmentTerm powerState:MachinePowerState sshKeySource:SshKeySource state:Machine.State userData:string~
MachineResult ipv4Addresses:int32 id:string powerState:MachinePowerState userData:string~
Error code:int32! message:string! details:[Any]!
Any @type:string!
`;

/** The words of each open set, the default marked with `=`. */
export const specifiedEnums = `
CommitmentTerm =COMMITMENT_TERM_NONE COMMITMENT_TERM_1_MONTH COMMITMENT_TERM_3_MONTHS COMMITMENT_TERM_6_MONTHS COMMITMENT_TERM_12_MONTHS COMMITMENT_TERM_24_MONTHS COMMITMENT_TERM_36_MONTHS COMMITMENT_TERM_60_MONTHS
SshKeySource SSH_KEY_SOURCE_UNKNOWN SSH_KEY_SOURCE_PROJECT SSH_KEY_SOURCE_USER SSH_KEY_SOURCE_NONE
MachinePowerState MACHINE_POWER_STATE_UNSPECIFIED ON OFF POWERING_ON POWERING_OFF REBOOTING
BillingAccountState =STATE_UNSPECIFIED STATE_ACTIVE STATE_SUSPENDED_ABUSE STATE_SUSPENDED_PAYMENT STATE_DELETED
Cluster.State =STATE_UNSPECIFIED CREATING ACTIVE UPDATING DELETING FAILED
ClusterMachine.State =STATE_UNSPECIFIED CREATING ACTIVE DELETING FAILED
Machine.State STATE_UNSPECIFIED CREATING ACTIVE DEPLOYING DELETING FAILED UPDATING
DiskState =UNKNOWN ATTACHED CLONING CREATING DELETING DISABLED FAILED READY UPDATING
DiskType =DISK_TYPE_UNKNOWN DISK_TYPE_BOOT DISK_TYPE_STORAGE
NetworkType NETWORK_TYPE_UNSPECIFIED
`;
