-- The daily sums have three cubes more: days are folded anew by the queue that folds them.
TRUNCATE rollup_daily, request_daily, rollup_day;
