/** Where the demo's sites stand and what their climate is: one stream of noise and one yearly mean each. */
export const siteClimates = {
  shanghai: { stream: 1, yearMean: 17, latitude: 31.2113, longitude: 121.2057 },
  hangzhou: { stream: 11, yearMean: 17.5, latitude: 30.2756, longitude: 120.0713 },
  jiaxing: { stream: 21, yearMean: 16.8, latitude: 30.5236, longitude: 120.7719 },
  suzhou: { stream: 31, yearMean: 16.7, latitude: 31.3241, longitude: 120.6277 },
  tianjin: { stream: 41, yearMean: 13.2, latitude: 39.3842, longitude: 117.0446 },
} as const;
