/** The readme beside the checking program, for readers who have only the file. */
export const readme = `证明数据 / PROOF OF RECORDS

核对：安装 Node 18 或更高版本，解压后运行  node verify.mjs
也可不解压：node verify.mjs <文件>.zip [签发方公钥.pem]
公钥请直接向签发方索取，以确认证明确由其签发。

To check: with Node 18 or later, unzip and run  node verify.mjs
Or without unzipping: node verify.mjs <file>.zip [public-key-of-the-issuer.pem]
Ask the issuer for the public key by another way than this file; that alone proves who signed it.

manifest.json       points, seals, roots, public keys, SHA-256 of every other file
manifest.sig.json   Ed25519 signature over SHA-256 of manifest.json
verify.txt          where anybody checks this file without an account, and whether it was sealed again since; verify.svg is its code
samples/<id>.csv    ms,value,quality: every sample of a point; milliseconds since 1970 UTC, value empty where there is none

Samples of a day    sha   = SHA-256 over 17 bytes a sample, ascending: int64 BE ms | float64 BE value | uint8 quality
Chain of a point    chain = SHA-256(previous chain | "point|number|day|from|to|revision|reason|samples|bad" | sha)
Root of a project   root  = Merkle tree over chains by point and number; leaf SHA-256(0x00 | chain), node SHA-256(0x01 | left | right),
                            an odd node goes up as it is
Hash of a root      hash  = SHA-256(previous hash | "project|number|day|from|to|made|leaves|key" | root)
Signature           Ed25519 over hash

A day that changed after it was sealed has further revisions; the earlier ones stay in the chain. The last one counts.
`;
