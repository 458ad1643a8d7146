/** How many more pieces a text may have. */
export interface Budget {
  take: () => boolean;
}

export function createBudget(most: number): Budget {
  let left = most;
  return {
    take: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
  };
}
