/**
 * Every operation of a platform, and the records that it answers with. These are facts drawn from
 * the OpenAPI 3.0.3 document of CUDO Compute in its public documentation (CudoVentures/cudo-compute-docs, openapi.json, 20 April 2026):
 * "METHOD path ?required parameters {required members of the body} -> record", where `{}` stands for a path parameter.
 */
const operations = `
  GET /v1/api-keys -> ListApiKeysResponse
  POST /v1/api-keys {apikeyId} -> ApiKey
  DELETE /v1/api-keys/{}
  GET /v1/billing-accounts -> ListBillingAccountsResponse
  POST /v1/billing-accounts {displayName,email} -> BillingAccount
  GET /v1/billing-accounts/{}/spend/details ?startTime,endTime -> GetBillingAccountSpendDetailsResponse
  DELETE /v1/billing-accounts/{} -> BillingAccount
  GET /v1/billing-accounts/{} -> BillingAccount
  PATCH /v1/billing-accounts/{} {updateMask} -> BillingAccount
  POST /v1/billing-accounts/{}:add-permission {permissionRole}
  GET /v1/billing-accounts/{}:list-permissions -> GetBillingAccountPermissionsResponse
  POST /v1/billing-accounts/{}:remove-permission {permissionRole}
  POST /v1/billing-accounts/{}:undelete -> BillingAccount
  POST /v1/billing-accounts/{}/credit ?paymentMethod -> CreateBillingAccountCreditPaymentResponse
  GET /v1/billing-accounts/{}/credit-balance-transactions -> ListBillingAccountCreditBalanceTransactionsResponse
  POST /v1/billing-accounts/{}/credit-checkout-session ?returnUrl -> CheckoutSession
  GET /v1/billing-accounts/{}/details -> GetBillingAccountDetailsResponse
  GET /v1/billing-accounts/{}/payment-methods -> BillingAccountPaymentMethods
  DELETE /v1/billing-accounts/{}/payment-methods/{} -> RemoveBillingAccountPaymentMethodResponse
  POST /v1/billing-accounts/{}/payment-methods/{}/set-default -> SetBillingAccountDefaultPaymentMethodResponse
  GET /v1/billing-accounts/{}/projects -> ListBillingAccountProjectsResponse
  GET /v1/billing-accounts/{}/setup-intent -> BillingAccountSetupIntent
  GET /v1/billing-accounts/{}/transactions -> ListBillingAccountTransactionsResponse
  GET /v1/billing-accounts/invoices/outstanding -> ListOutstandingInvoicesResponse
  GET /v1/invoices ?id -> ListInvoicesResponse
  GET /v1/clusters/data-centers/{}/machine-types/{} -> GetClusterMachineTypeResponse
  GET /v1/clusters/machine-types -> ListClusterMachineTypesResponse
  DELETE /v1/projects/{}/cluster-machines/{}
  PATCH /v1/projects/{}/cluster-machines/{} -> ClusterMachine
  POST /v1/projects/{}/cluster-machines/{}:reboot
  POST /v1/projects/{}/cluster-machines/{}:rename ?newId
  GET /v1/projects/{}/clusters -> ListClustersResponse
  POST /v1/projects/{}/clusters {id,dataCenterId,machineTypeId,machineCount} -> Cluster
  DELETE /v1/projects/{}/clusters/{}
  GET /v1/projects/{}/clusters/{} -> Cluster
  PATCH /v1/projects/{}/clusters/{} {dataCenterId,machineTypeId,machineCount} -> Cluster
  GET /v1/projects/{}/disks -> ListDisksResponse
  POST /v1/projects/{}/disks {id,dataCenterId,sizeGib}
  DELETE /v1/projects/{}/disks/{}
  GET /v1/projects/{}/disks/{} -> GetDiskResponse
  PATCH /v1/projects/{}/vms/{}/disks
  GET /v1/projects/{}/images -> ListPrivateVMImagesResponse
  POST /v1/projects/{}/images ?vmId,id -> CreatePrivateVMImageResponse
  DELETE /v1/projects/{}/images/{}
  GET /v1/projects/{}/images/{} -> GetPrivateVMImageResponse
  POST /v1/projects/{}/images/{}
  GET /v1/vms/public-images -> ListPublicVMImagesResponse
  GET /v1/machines-types -> ListMachineTypesResponse
  GET /v1/machines/operating-systems -> ListMachineOperatingSystemsResponse
  GET /v1/projects/{}/machines -> ListMachinesResponse
  POST /v1/projects/{}/machines {dataCenterId,id,machineTypeId,os} -> Machine
  DELETE /v1/projects/{}/machines/{}
  GET /v1/projects/{}/machines/{} -> Machine
  PATCH /v1/projects/{}/machines/{} {dataCenterId,machineTypeId,os} -> Machine
  POST /v1/projects/{}/machines/{}/deploy {os}
  GET /v1/projects/{}/networks -> ListNetworksResponse
  POST /v1/projects/{}/networks {id,dataCenterId,ipRange} -> Network
  DELETE /v1/projects/{}/networks/{}
  GET /v1/projects/{}/networks/{} -> Network
  POST /v1/projects/{}/networks/{}/start
  POST /v1/projects/{}/networks/{}/stop
  GET /v1/projects/{}/security-groups -> ListSecurityGroupsResponse
  POST /v1/projects/{}/security-groups {dataCenterId,id} -> SecurityGroup
  DELETE /v1/projects/{}/security-groups/{}
  GET /v1/projects/{}/security-groups/{} -> SecurityGroup
  PATCH /v1/projects/{}/security-groups/{} {dataCenterId} -> SecurityGroup
  GET /v1/projects/{}/object-storage/buckets -> ListObjectStorageBucketsResponse
  GET /v1/projects/{}/object-storage/buckets/{}/{} -> ObjectStorageBucket
  GET /v1/projects/{}/object-storage/session-key/{} -> GetObjectStorageSessionKeyResponse
  GET /v1/projects/{}/object-storage/users -> ListObjectStorageUsersResponse
  POST /v1/projects/{}/object-storage/users/{} {id} -> ObjectStorageUser
  DELETE /v1/projects/{}/object-storage/users/{}/{}
  GET /v1/projects/{}/object-storage/users/{}/{} -> ObjectStorageUser
  POST /v1/projects/{}/object-storage/users/{}/{} -> ObjectStorageKey
  DELETE /v1/projects/{}/object-storage/users/{}/{}/keys/{}
  GET /v1/project/{}/ssh-keys -> ListProjectSshKeysResponse
  GET /v1/projects -> ListProjectsResponse
  POST /v1/projects {id,billingAccountId} -> Project
  DELETE /v1/projects/{}
  GET /v1/projects/{} -> Project
  PATCH /v1/projects/{} {billingAccountId} -> Project
  POST /v1/projects/{}:add-permission {permissionRole}
  GET /v1/projects/{}:list-permissions -> GetProjectPermissionsResponse
  POST /v1/projects/{}:remove-permission {permissionRole}
  GET /v1/resources/search ?query -> SearchResourcesResponse
  GET /v1/ssh-keys -> ListSshKeysResponse
  POST /v1/ssh-keys {publicKey} -> SshKey
  DELETE /v1/ssh-keys/{}
  GET /v1/ssh-keys/{} -> SshKey
  DELETE /v1/auth
  GET /v1/auth -> Profile
  GET /v1/projects/{}/count-vms -> CountVMsResponse
  PATCH /v1/projects/{}/disk/{}/attach
  PUT /v1/projects/{}/disk/{}/detach
  POST /v1/projects/{}/vm {dataCenterId,machineType,vmId,bootDiskImageId,vcpus,memoryGib,gpus} -> CreateVMResponse
  POST /v1/projects/{}/vm/{}/authorized-ssh-keys
  POST /v1/projects/{}/vm/{}/commit
  POST /v1/projects/{}/vm/{}/expire-time -> UpdateVMExpireTimeResponse
  POST /v1/projects/{}/vm/{}/metadata -> UpdateVMMetadataResponse
  POST /v1/projects/{}/vm/{}/password {password}
  PATCH /v1/projects/{}/vm/{}/security-group/attach
  PATCH /v1/projects/{}/vm/{}/security-group/detach
  GET /v1/projects/{}/vms -> ListVMsResponse
  GET /v1/projects/{}/vms/{} -> GetVMResponse
  GET /v1/projects/{}/vms/{}/connect -> ConnectVMResponse
  GET /v1/projects/{}/vms/{}/monitor -> MonitorVMResponse
  POST /v1/projects/{}/vms/{}/reboot
  POST /v1/projects/{}/vms/{}/resize -> ResizeVMResponse
  POST /v1/projects/{}/vms/{}/start
  POST /v1/projects/{}/vms/{}/stop
  POST /v1/projects/{}/vms/{}/terminate
  GET /v1/vms/data-centers -> ListVMDataCentersResponse
  GET /v1/vms/data-centers/{}/machine_types/{} -> GetVMMachineTypeResponse
  GET /v1/vms/gpu-models -> ListVMGpuModelsResponse
  GET /v1/vms/machine-types -> ListVMMachineTypesResponse
  GET /v1/vms/machine-types-2 -> ListVMMachineTypesResponse
  GET /v1/projects/{}/volumes -> ListVolumesResponse
  POST /v1/projects/{}/volumes {id,dataCenterId,sizeGib} -> Volume
  DELETE /v1/projects/{}/volumes/{}
  GET /v1/projects/{}/volumes/{} -> Volume
  PATCH /v1/projects/{}/volumes/{} {dataCenterId,sizeGib} -> Volume
  GET /v1/volumes/prices -> ListVolumePricesResponse
`;

/** "Record field:type", where `!` marks a field that every such record has, and `[x]` is a list of x. */
const records = `
  ApiKey createTime:time id:string key:string
  BillingAccount billingAddress:BillingAddress billingThreshold:Decimal createBy:string createTime:time creditBalance:Decimal creditBalanceRecharge:CreditBalanceRecharge deleteTime:time displayName:string hourlySpendLimit:Decimal hourlySpendRate:Decimal id:string invoiceTime:time monthlySpend:string monthlySpendLimit:Decimal nextInvoiceTotal:Decimal paymentTerms:string purgeTime:time state:string taxId:TaxId
  BillingAccountPaymentMethod card:PaymentMethodCard id:string isDefault:boolean type:string
  BillingAccountPaymentMethods paymentMethods:[BillingAccountPaymentMethod]
  BillingAccountProject id:string! resourceCount:integer!
  BillingAccountResult createTime:time displayName:string id:string
  BillingAccountSetupIntent clientSecret:string! id:string!
  BillingAccountSpendRow amount:Decimal! description:string! projectId:string! quantity:number! unit:string! unitAmount:Decimal!
  BillingAddress city:string country:string line1:string line2:string name:string phone:string postalCode:string state:string
  Charge amount:Decimal! createTime:time! failureCode:string paid:boolean! refunded:boolean! status:string!
  CheckoutSession clientSecret:string!
  Cluster architecture:string commitmentEndTime:time commitmentTerm:string cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time customSshKeys:[string] dataCenterId:string! gpuModelId:string id:string! ipoibConfig:ClusterIPOIBConfig machineCount:integer! machinePriceHr:Decimal machineTypeId:string! machines:[ClusterMachine] networkType:string projectId:string! sshKeySource:string startScript:string state:string totalCpuCores:integer totalDiskSizeGib:integer totalGpus:integer totalMachinePriceHr:Decimal totalMemoryGib:integer totalPriceHr:Decimal
  ClusterIPOIBConfig hostBits:integer! networkPrefix:string! portBits:integer!
  ClusterMachine architecture:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time dataCenterId:string diskSizeGib:integer disks:integer externalIpAddress:string gpuModelId:string gpus:integer id:string internalIpAddress:string machineTypeId:string memoryGib:integer powerState:string priceHr:Decimal projectId:string state:string volumeIds:[string]
  ConnectVMResponse connectUrl:string! token:string!
  CountVMsResponse count:integer!
  CreateBillingAccountCreditPaymentResponse paymentIntent:PaymentIntent!
  CreatePrivateVMImageResponse image:PrivateImage
  CreateVMResponse id:string! vm:VM
  CreditBalanceRecharge autoRecharge:boolean! high:Decimal! low:Decimal! transaction:Transaction
  CreditBalanceTransaction amount:Decimal! createTime:time! description:string! id:string!
  Disk createTime:time dataCenterId:string! diskState:string diskType:string id:string! privateImageId:string projectId:string! publicImageId:string sizeGib:integer! vmId:string
  DiskStoragePriceHr diskGibPriceHr:Decimal
  GetBillingAccountDetailsResponse billingAccount:BillingAccount!
  GetBillingAccountPermissionsResponse permissions:[UserPermission]
  GetBillingAccountSpendDetailsResponse spend:[BillingAccountSpendRow]!
  GetClusterMachineTypeResponse machineType:MachineType!
  GetDiskResponse disk:Disk
  GetObjectStorageSessionKeyResponse accessKey:string endpoint:string secretKey:string sessionName:string sessionToken:string
  GetPrivateVMImageResponse image:PrivateImage
  GetProjectPermissionsResponse permissions:[UserPermission]
  GetVMMachineTypeResponse cpuModel:string! dataCenterId:string! gpuModel:string! gpuModelId:string! gpuPriceHr:Decimal! ipv4PriceHr:Decimal! machineType:string! maxGpuFree:integer! maxMemoryGibFree:integer! maxStorageGibFree:integer! maxVcpuFree:integer! maxVcpuPerGpu:number! maxVcpuPerMemoryGib:number! memoryGibPriceHr:Decimal! minMemoryGib:number! minStorageGibPriceHr:Decimal! minVcpu:number! minVcpuPerGpu:number! minVcpuPerMemoryGib:number! prices:[VirtualMachineTypePrice]! renewableEnergy:boolean! totalGpuFree:integer! totalMemoryGibFree:integer! totalStorageGibFree:integer! totalVcpuFree:integer! vcpuPriceHr:Decimal!
  GetVMResponse VM:VM! gpuPriceHr:Decimal! ipv4PriceHr:Decimal! memoryGibPriceHr:Decimal! storageGibPriceHr:Decimal! totalGpuPriceHr:Decimal! totalMemoryPriceHr:Decimal! totalPriceHr:Decimal! totalStoragePriceHr:Decimal! totalVcpuPriceHr:Decimal! vcpuPriceHr:Decimal!
  GpuModel id:string! memoryGib:integer! modelName:string! vendorName:string!
  Image description:string! displayName:string! id:string! installedPackages:[Package]! name:string! platform:string! sizeGib:integer!
  ImageResult createTime:time dataCenterId:string id:string projectId:string sizeGib:integer
  Invoice amountDue:int64 amountPaid:int64 amountRemaining:int64 autoAdvance:boolean billingReason:string created:int64 currency:string description:string dueDate:int64 hostedInvoiceUrl:string id:string number:string paidDate:int64 periodEnd:int64 periodStart:int64 status:string subtotal:int64 subtotalExcludingTax:int64 tax:int64 total:int64 totalExcludingTax:int64
  LastPaymentError code:string! declineCode:string!
  LatLng latitude:number longitude:number
  ListApiKeysResponse apiKeys:[ApiKey]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListBillingAccountCreditBalanceTransactionsResponse creditBalanceTransactions:[CreditBalanceTransaction]! hasMore:boolean!
  ListBillingAccountProjectsResponse projects:[BillingAccountProject]!
  ListBillingAccountTransactionsResponse hasMore:boolean! transactions:[Transaction]!
  ListBillingAccountsResponse billingAccounts:[BillingAccount]! pageSize:integer! pageToken:string!
  ListClusterMachineTypesResponse machineTypes:[MachineType] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListClustersResponse clusters:[Cluster] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListDisksResponse disks:[Disk] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListInvoicesResponse hasMore:boolean! invoices:[Invoice]!
  ListMachineOperatingSystemsResponse images:[Image]!
  ListMachineTypesResponse machineTypes:[MachineType] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListMachinesResponse machines:[Machine] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListNetworksResponse networks:[Network]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageBucketsResponse buckets:[ObjectStorageBucket]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageUsersResponse pageNumber:integer! pageSize:integer! totalCount:integer! users:[ObjectStorageUser]!
  ListOutstandingInvoicesResponse invoices:[Invoice]!
  ListPrivateVMImagesResponse images:[PrivateImage] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListProjectSshKeysResponse sshKeys:[SshKey]!
  ListProjectsResponse pageSize:integer! pageToken:string! projects:[Project]!
  ListPublicVMImagesResponse images:[Image]!
  ListSecurityGroupsResponse pageNumber:integer! pageSize:integer! securityGroups:[SecurityGroup]! totalCount:integer!
  ListSshKeysResponse pageNumber:integer! pageSize:integer! sshKeys:[SshKey]! totalCount:integer!
  ListVMDataCentersResponse dataCenters:[VMDataCenter]!
  ListVMGpuModelsResponse gpuModels:[GpuModel]
  ListVMMachineTypesResponse machineTypes:[VMMachineType]!
  ListVMsResponse VMs:[VM]
  ListVolumePricesResponse pageNumber:integer pageSize:integer prices:[VolumePrice] totalCount:integer
  ListVolumesResponse pageNumber:integer! pageSize:integer! totalCount:integer! volumes:[Volume]
  Machine architecture:string commitmentTerm:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time customSshKeys:[string] dataCenterId:string! diskSizeGib:integer disks:integer externalIpAddresses:[string] gpuModelId:string gpus:integer hostname:string id:string! machineTypeId:string! memoryGib:integer os:string! powerState:string priceHr:Decimal projectId:string! sshKeySource:string startScript:string state:string userData:string
  MachineResult architecture:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createTime:time dataCenterId:string diskSizeGib:integer disks:integer externalIpAddresses:[string] gpuModelId:string gpus:integer id:string ipv4Addresses:integer machineTypeId:string memoryGib:integer os:string powerState:string projectId:string state:string
  MachineType architecture:string! cpuCores:integer! cpuModel:string! cpuSpeedMhz:integer! dataCenterId:string! diskSizeGib:integer! disks:integer! gpuModelId:string gpus:integer! id:string! machinesFree:integer memoryGib:integer! networkType:string! prices:[MachineTypePrice]
  MachineTypePrice commitmentTerm:string! dataCenterId:string! ipv4PriceHr:Decimal! machineTypeId:string! priceHr:Decimal!
  MonitorVMResponse items:[VMMonitoringItem]!
  Network createTime:time dataCenterId:string! externalIpAddress:string gateway:string id:string! internalIpAddress:string ipRange:string! priceHr:Decimal projectId:string! state:string vmState:string
  NetworkPriceHr priceHr:Decimal
  ObjectStorageBucket billableBytes:int64 dataCenterId:string! endpoint:string id:string! objectCount:int64 projectId:string! sizeBytes:int64 storageGibPriceHr:Decimal
  ObjectStorageKey accessKey:string secretKey:string
  ObjectStorageUser createBy:string createTime:time dataCenterId:string! id:string! keys:[ObjectStorageKey] projectId:string!
  Package description:string! name:string! version:string!
  PaymentIntent clientSecret:string!
  PaymentMethodCard brand:string country:string expMonth:int64 expYear:int64 fingerprint:string last4:string
  PrivateImage dataCenterId:string description:string id:string platform:string projectId:string sizeGib:integer state:string
  Profile emailAddress:string firstName:string lastName:string picture:string
  Project billingAccountId:string! createBy:string id:string! resourceCount:integer
  RemoveBillingAccountPaymentMethodResponse id:string! paymentMethodId:string!
  ResizeVMResponse vm:VM!
  Result billingAccount:BillingAccountResult cluster:Cluster disk:Disk image:ImageResult machine:MachineResult network:Network project:Project resourceName:string resourceType:string score:number virtualMachine:VirtualMachineResult volume:Volume
  Rule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  SearchResourcesResponse results:[Result]
  SecurityGroup dataCenterId:string! description:string id:string! projectId:string rules:[Rule]
  SecurityGroupRule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  SetBillingAccountDefaultPaymentMethodResponse id:string! paymentMethodId:string!
  SshKey comment:string createTime:time fingerprint:string id:string publicKey:string! type:string
  TaxId id:string type:string value:string
  Transaction amount:Decimal! createTime:time! description:string! id:string! lastPaymentError:LastPaymentError! latestCharge:Charge! status:string! succeeded:boolean!
  UpdateVMExpireTimeResponse expireTime:time
  UpdateVMMetadataResponse metadata:{}
  UserPermission permissionRole:string! role:string userEmail:string userId:string userPicture:string
  VM authorizedSshKeys:string bootDisk:Disk bootDiskSizeGib:integer commitmentEndTime:time commitmentTerm:string! cpuModel:string createBy:string createTime:time datacenterId:string expireTime:time externalIpAddress:string gpuModel:string gpuModelId:string gpuQuantity:integer id:string imageId:string imageName:string internalIpAddress:string machineType:string memory:integer metadata:{} nics:[VM.NIC] price:VMPrice privateImageId:string projectId:string! publicImageId:string publicImageName:string publicIpAddress:string renewableEnergy:boolean rules:[SecurityGroupRule] securityGroupIds:[string] securityGroups:[SecurityGroup] shortState:string sshKeySource:string state:string storageDisks:[Disk] vcpus:integer
  VM.NIC externalIpAddress:string internalIpAddress:string networkAddress:string networkId:string securityGroupIds:[string]
  VMDataCenter diskPoolPricing:[DiskStoragePriceHr] id:string! ipv4Free:integer! ipv4PriceHr:Decimal location:LatLng! networkPriceHr:Decimal networkPricing:[NetworkPriceHr] objectStorageGibPriceHr:Decimal renewableEnergy:boolean! s3Endpoint:string! supplierName:string!
  VMMachineType cpuModel:string! dataCenterId:string! gpuModel:string! gpuModelId:string! gpuPriceHr:Decimal! ipv4PriceHr:Decimal! machineType:string! maxGpuFree:integer! maxMemoryGibFree:integer! maxStorageGibFree:integer! maxVcpuFree:integer! maxVcpuPerGpu:number! maxVcpuPerMemoryGib:number! memoryGibPriceHr:Decimal! minMemoryGib:number! minStorageGibPriceHr:Decimal! minVcpu:number! minVcpuPerGpu:number! minVcpuPerMemoryGib:number! prices:[VirtualMachineTypePrice]! renewableEnergy:boolean! totalGpuFree:integer! totalMemoryGibFree:integer! totalStorageGibFree:integer! totalVcpuFree:integer! vcpuPriceHr:Decimal!
  VMMonitoringItem cpu:number diskRdBytes:int64 diskRdIops:int64 diskWrBytes:int64 diskWrIops:int64 guestPing:int64 memory:int64 netRx:int64 netTx:int64 timestamp:int64
  VMPrice gpuPriceHr:Decimal! ipv4AddressPriceHr:Decimal! memoryGibPriceHr:Decimal! storageGibPriceHr:Decimal! totalGpuPriceHr:Decimal! totalMemoryPriceHr:Decimal! totalPriceHr:Decimal! totalStoragePriceHr:Decimal! totalVcpuPriceHr:Decimal! vcpuPriceHr:Decimal!
  VirtualMachineResult bootDiskPrivateImageId:string bootDiskPublicImageId:string bootDiskSizeGib:integer createTime:time dataCenterId:string gpuModelId:string gpus:integer id:string memoryGib:integer projectId:string state:string vcpus:integer
  VirtualMachineTypePrice commitmentTerm:string! gpuPriceHr:Decimal! memoryGibPriceHr:Decimal! vcpuPriceHr:Decimal!
  Volume commitmentEndTime:time commitmentTerm:string dataCenterId:string! gibPriceHr:Decimal id:string! nfsPath:string nfsServer:string projectId:string! sizeGib:integer! sizeGibUsed:integer state:string totalPriceHr:Decimal
  VolumePrice commitmentTerm:string! dataCenterId:string! gibPriceHr:Decimal!
`;

export const facts2026 = { operations, records };
