/** The chains and tokens that a crypto collection can be paid in (documented surface, 2.7). */
export const cryptoChains = ["ethereum", "polygon", "bsc", "tron"] as const;
export type CryptoChain = (typeof cryptoChains)[number];
export const cryptoTokens = ["USDT", "USDC"] as const;
export type CryptoToken = (typeof cryptoTokens)[number];
