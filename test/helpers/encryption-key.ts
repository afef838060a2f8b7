/** The key that tests encrypt and open with. */
export const testEncryptionKey = Buffer.alloc(32, 7);
export const testEncryptionKeys = { current: testEncryptionKey };
