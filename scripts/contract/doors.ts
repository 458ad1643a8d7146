/** Doors that remotes import at run time from the shell, or are built and tested against. */
export const DOORS: Readonly<Record<string, string>> = {
  '@ezdash/remote-kit': 'packages/remote-kit/src/index.ts',
  '@ezdash/remote-kit/testing': 'packages/remote-kit/src/testing/index.tsx',
  '@ezdash/store': 'packages/store/src/index.ts',
  '@ezdash/ui': 'packages/ui/src/index.ts',
  '@ezdash/ui/charts': 'packages/ui/src/charts.ts',
  '@ezdash/ui/conversation': 'packages/ui/src/conversation/index.ts',
  '@ezdash/ui/data': 'packages/ui/src/data.ts',
  '@ezdash/ui/news': 'packages/ui/src/news/index.ts',
  '@ezdash/ui/password': 'packages/ui/src/password/index.ts',
  '@ezdash/ui/referrals': 'packages/ui/src/referrals/index.ts',
  '@ezdash/ui/report': 'packages/ui/src/report/index.ts',
};

/**
 * Types that programs get of a door and give back to it, and never make: these may grow. Instances of classes are so by
 * themselves.
 */
export const HANDLES: Readonly<Record<string, readonly string[]>> = {
  '@ezdash/store': ['AppDispatch', 'AppStore', 'RootState'],
};
