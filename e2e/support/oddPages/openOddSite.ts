import { createServer } from 'node:http';
import { listen, startAdNetwork } from '../sight/adNetwork';
import { library } from './libraries';
import { type Answer, type OddPage, type Place, SLOT_STYLE } from './oddPage';

export interface OddSite {
  placeOf: (index: number) => Place;
  close(): Promise<void>;
}

/** Serves each page of a table at `/{index}/`, and two networks for their slots. */
export async function openOddSite(pages: readonly OddPage[]): Promise<OddSite> {
  const network = await startAdNetwork();
  const other = await startAdNetwork();
  const answerTo = async (path: string): Promise<Answer | null> => {
    const [, index = '', ...rest] = path.split('/');
    const name = rest.join('/');
    const found =
      index === 'lib'
        ? library(name)
        : ((await pages[Number(index)]?.answer(placeOf(Number(index)), name)) ?? null);
    return typeof found === 'string' ? { body: found } : found;
  };
  const server = createServer((req, res) => {
    answerTo(new URL(req.url ?? '/', 'http://page.invalid').pathname).then(
      (answer) => {
        const type = `${answer?.type ?? 'text/html'}; charset=utf-8`;
        res.writeHead(answer ? 200 : 404, { 'content-type': type, ...answer?.headers });
        res.end(answer?.body);
      },
      (error) => {
        res.writeHead(500);
        res.end(String(error));
      },
    );
  });
  const url = await listen(server);
  const placeOf = (index: number): Place => {
    const zone = (name: string) => `page${index}-${name}`;
    return {
      url: `${url}/${index}/`,
      network,
      other,
      zone,
      slot: (name = 'a', attributes = `style="${SLOT_STYLE}"`) =>
        `<ins class="ez-ad" data-zone="${zone(name)}" ${attributes}></ins>`,
      script: `<script async src="${network.url}/tag.js"></script>`,
    };
  };
  return {
    placeOf,
    async close() {
      server.closeAllConnections();
      server.close();
      await network.close();
      await other.close();
    },
  };
}
