/** Where the running product is found from outside. */
export interface ProductAddress {
  url: string;
  /** Takes orders what to play, see packages/simulator. */
  simulatorUrl: string;
  /** Where DTUs dial in, on this machine. */
  dtuPort: number;
  /** Where MQTT gateways connect, on this machine. */
  mqttPort: number;
  /** JSON list of accounts and passwords. */
  loginsFile: string;
}

/** From the setup to the tests: they run in processes of their own, which inherit the environment. */
export const productAddress = {
  tell(address: ProductAddress): void {
    process.env.PRODUCT_URL = address.url;
    process.env.PRODUCT_SIMULATOR_URL = address.simulatorUrl;
    process.env.PRODUCT_DTU_PORT = String(address.dtuPort);
    process.env.PRODUCT_MQTT_PORT = String(address.mqttPort);
    process.env.PRODUCT_LOGINS = address.loginsFile;
  },

  /** @throws Error when no product was started */
  get(): ProductAddress {
    const {
      PRODUCT_URL: url,
      PRODUCT_SIMULATOR_URL: simulatorUrl,
      PRODUCT_DTU_PORT: dtuPort,
      PRODUCT_MQTT_PORT: mqttPort,
      PRODUCT_LOGINS: loginsFile,
    } = process.env;
    if (!url || !simulatorUrl || !dtuPort || !mqttPort || !loginsFile)
      throw new Error('e2e/product.ts has not started a product.');
    return { url, simulatorUrl, dtuPort: Number(dtuPort), mqttPort: Number(mqttPort), loginsFile };
  },
};
