/** The names in Redis of one app. What belongs to a channel, or to a node, carries it as the hash tag of a cluster. */
export function createKeys(appId: string) {
  const base = `ezdash:realtime:${appId}`;
  return {
    bus: `${base}:bus`,
    /** What is meant for one node. */
    inbox: (node: string) => `${base}:inbox:${node}`,
    nodes: `${base}:{nodes}`,
    /** The presence channels a node has members in. */
    channelsOf: (node: string) => `${base}:{node:${node}}:channels`,
    /** The keys of a channel's scripts, in their order. */
    roll: (channel: string, node: string) => {
      const tag = `${base}:{${channel}}`;
      return [`${tag}:users`, `${tag}:refs`, `${tag}:version`, `${tag}:held:${node}`] as const;
    },
    cached: (channel: string) => `${base}:{${channel}}:last`,
  };
}
export type Keys = ReturnType<typeof createKeys>;
