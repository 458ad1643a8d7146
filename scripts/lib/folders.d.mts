export const FOLDERS: string[];
