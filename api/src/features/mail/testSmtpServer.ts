import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire, dots unstuffed. */
  raw: string;
}

/** What the server says instead of taking mails; `silence` never answers a connection. */
export type Mood = 'takes' | 'busy' | 'refuses' | 'silence';

export interface TestSmtpServer {
  url: string;
  received: ReceivedMail[];
  /** Connections so far. */
  connections(): number;
  mood: Mood;
  /** Before a mail is taken. */
  delayMs: number;
  close(): Promise<void>;
}

const RCPT_ANSWERS: Readonly<Record<Mood, string>> = {
  takes: '250 OK',
  busy: '451 4.3.0 Try again later, <someone@example.test>',
  refuses: '550 5.1.1 <someone@example.test> User unknown',
  silence: '250 OK',
};

function talk(server: TestSmtpServer, socket: Socket): void {
  let mail: ReceivedMail = { from: '', to: [], raw: '' };
  let inData = false;
  let pending = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string) => {
    if (/^(EHLO|HELO)/i.test(line)) return say('250 test');
    if (/^MAIL FROM:/i.test(line)) {
      mail = { from: line.slice(10), to: [], raw: '' };
      return say('250 OK');
    }
    if (/^RCPT TO:/i.test(line)) {
      mail.to.push(/<(.*)>/.exec(line)?.[1] ?? '');
      return say(RCPT_ANSWERS[server.mood]);
    }
    if (/^DATA/i.test(line)) {
      inData = true;
      return say('354 Go on');
    }
    if (/^QUIT/i.test(line)) return socket.end('221 Bye\r\n');
    return say('250 OK');
  };
  const take = () => {
    inData = false;
    const taken = mail;
    setTimeout(() => {
      server.received.push(taken);
      say('250 Taken');
    }, server.delayMs);
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString('utf8')).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (!inData) answer(line);
      else if (line === '.') take();
      else mail.raw += `${line.replace(/^\.\./, '.')}\r\n`;
    }
  });
  if (server.mood !== 'silence') say('220 test ESMTP');
}

/** A mail server for tests that keeps what it takes. */
export async function startTestSmtpServer(): Promise<TestSmtpServer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(server, socket);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const server: TestSmtpServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received: [],
    connections: () => connections,
    mood: 'takes',
    delayMs: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  return server;
}
