export { createSocketGuard, type SocketGuard } from './createSocketGuard';
export { type SocketLimits, socketLimits } from './descriptorLimit';
export { endSocket, isAnswering, LINGER_MS, SOCKET_REFUSALS, type SocketRefusal } from './endSocket';
export { inTurn } from './inTurn';
