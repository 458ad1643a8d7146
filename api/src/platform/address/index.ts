export {
  type AddressBits,
  addressBits,
  canonicalAddress,
  isAddress,
  plainPeer,
  v4Number,
  v4Text,
} from './ipAddress';
export { isLoopbackAddress, isLoopbackHost, isLoopbackUrl } from './loopback';
export { isNetwork, Networks, networksIn } from './Networks';
