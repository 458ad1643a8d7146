import { CONVERSION_VERDICTS, type ConversionVerdict } from '@ezdash/contracts';
import { Counter, type Registry } from 'prom-client';

export interface ConversionMetrics {
  onVerdict(verdict: ConversionVerdict): void;
  onRefusal(code: string): void;
}

/** Counts what became of reports; without a registry nobody asks. */
export function createConversionMetrics(registry?: Registry): ConversionMetrics {
  const registers = registry ? [registry] : [];
  const verdicts = new Counter({
    name: 'ezdash_conversions_total',
    help: 'Reported conversions by verdict; one that waited is counted again with what became of it',
    labelNames: ['verdict'],
    registers,
  });
  for (const verdict of CONVERSION_VERDICTS) verdicts.inc({ verdict }, 0);
  const refusals = new Counter({
    name: 'ezdash_conversions_refused_total',
    help: 'Reports of conversions that were refused, by code',
    labelNames: ['code'],
    registers,
  });
  return {
    onVerdict: (verdict) => verdicts.inc({ verdict }),
    onRefusal: (code) => refusals.inc({ code }),
  };
}
