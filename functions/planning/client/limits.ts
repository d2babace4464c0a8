export const maxBodyMebibytes = 64;

export const maxUrlLength = 8000;
