// Writes styles/mantineVariables.css anew after a change of the theme: node --import tsx packages/ui/scripts/writeMantineVariables.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mantineVariables } from '../src/theme/mantineVariables';

const head =
  '/* Written by scripts/writeMantineVariables.ts from the theme; a test holds the two together. */\n';
const readable = mantineVariables().replaceAll('{', '{\n').replaceAll(';', ';\n').replaceAll('}', '\n}\n');
writeFileSync(fileURLToPath(new URL('../src/styles/mantineVariables.css', import.meta.url)), head + readable);
