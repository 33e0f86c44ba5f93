import {
  type AllCalls,
  commonErrors,
  maxWeatherDays,
  type ParsedInput,
  type WeatherRow,
  type weatherCalls,
  weatherErrors,
} from '@watchpost/contract';
import { type Caller, needInProject, zoneOf } from '../access/index.ts';
import type { Exporter, ExportQuestion } from '../downloads/index.ts';
import type { Handlers } from '../handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { type SheetColumn, workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { findOutdoorPoint } from '../points/index.ts';
import { presentDay, presentRow } from './present.ts';
import { readWeather, todayAt, type WeatherDeps } from './readWeather.ts';
import { findPlace, type PlaceRow, weatherPage } from './store.ts';

type Body = ParsedInput<AllCalls['exportWeatherPage']>['body'];

const filterOf = (body: Body, clock: Clock) => {
  const between = body.TimeQuantum;
  if (between && between[0] > between[1]) throw new Refusal(weatherErrors.rangeReversed);
  return { text: body.Address, between, byMonth: body.DateType === 1, now: new Date(clock.now()) };
};

export function weatherHandlers(deps: WeatherDeps): Handlers<typeof weatherCalls> {
  const { db, clock } = deps;
  const placeOf = async (caller: Caller, projectId: number): Promise<PlaceRow> => {
    needInProject(caller, projectId, ['monitorView', 'monitorEdit']);
    const place = await findPlace(caller.tenant, db, projectId);
    if (!place) throw new Refusal(commonErrors.notFound);
    return place;
  };
  const ahead = async (caller: Caller, projectId: number, days: number) => {
    const place = await placeOf(caller, projectId);
    const today = todayAt(clock, place.time_zone);
    return (await readWeather(deps, caller.tenant, place, today, dayAfter(today, days - 1))).map(presentDay);
  };
  return {
    async getWeatherPage({ caller, language }, { body }) {
      const { rows, total } = await weatherPage(caller.tenant, db, filterOf(body, clock), rowRange(body));
      return { Data: rows.map((row) => presentRow(row, language)), TotalCount: total };
    },

    async exportWeatherPage({ caller, language }, { body }) {
      const { rows, total } = await weatherPage(caller.tenant, db, filterOf(body, clock), {
        limit: maxRowsAtOnce,
        offset: 0,
      });
      if (total > maxRowsAtOnce) throw new Refusal(weatherErrors.tooManyToExport, { count: total, max: maxRowsAtOnce });
      const timeZone = await zoneOf(caller.tenant, db);
      const title = { zh: '历史天气', en: 'Weather' }[language];
      const shown = rows.map((row) => presentRow(row, language));
      return {
        name: `${title} ${localOfEpoch(clock.now(), timeZone).slice(0, 10)}.xlsx`,
        contentType: workbookType,
        content: writeWorkbook({ title, columns: weatherColumns, rows: shown, language, timeZone }),
      };
    },

    async getOutdoorPoint({ caller }, { query: { projectId } }) {
      await placeOf(caller, projectId);
      return { PointId: await findOutdoorPoint(caller.tenant, db, projectId) };
    },

    getWeather: ({ caller }, { query }) => ahead(caller, query.projectId, 1),

    getWeatherOfDays: ({ caller }, { query }) => ahead(caller, query.projectId, query.days),

    async getWeatherBetween({ caller }, { query: { projectId, start, end } }) {
      const place = await placeOf(caller, projectId);
      if (start > end) throw new Refusal(weatherErrors.rangeReversed);
      if (dayAfter(start, maxWeatherDays) <= end)
        throw new Refusal(weatherErrors.rangeTooLong, { days: maxWeatherDays });
      return (await readWeather(deps, caller.tenant, place, start, end)).map(presentDay);
    },
  };
}

const text = (zh: string, en: string, value: (row: WeatherRow) => string): SheetColumn<WeatherRow> => ({
  header: { zh, en },
  type: 'text',
  value,
});
const number = (zh: string, en: string, value: (row: WeatherRow) => number): SheetColumn<WeatherRow> => ({
  header: { zh, en },
  type: 'number',
  value,
});

const weatherColumns: readonly SheetColumn<WeatherRow>[] = [
  text('项目', 'Project', (row) => row.ProjectName),
  text('地址', 'Address', (row) => row.Address),
  text('日期', 'Date', (row) => row.Date),
  number('已知天数', 'Days known', (row) => row.Days),
  number('最低气温（°C）', 'Lowest (°C)', (row) => row.MinTemperature),
  number('最高气温（°C）', 'Highest (°C)', (row) => row.MaxTemperature),
  number('最轻天气代码（WMO）', 'Mildest weather (WMO code)', (row) => row.MinCode),
  number('最强天气代码（WMO）', 'Roughest weather (WMO code)', (row) => row.MaxCode),
  number('最大风速（km/h）', 'Strongest wind (km/h)', (row) => row.Wind),
];

/** One file holds so many rows at once; what is longer is exported in the background. */
const maxRowsAtOnce = 20_000;
/** More than the weather of a hundred projects over ten years has. */
const maxRows = 500_000;

/** Kept weather as its list shows it. */
export function weatherExporter({ db, clock }: { db: Db; clock: Clock }): Exporter<'weather', WeatherRow> {
  type Question = ExportQuestion<{ body: Body }>;
  const ask = ({ caller, input }: Pick<Question, 'caller' | 'input'>, range: { limit: number; offset: number }) =>
    weatherPage(caller.tenant, db, filterOf(input.body, clock), range);
  return {
    kind: 'weather',
    columns: weatherColumns,
    count: async (question) => (await ask(question, { limit: 1, offset: 0 })).total,
    async *rows(question) {
      const { rows } = await ask(question, { limit: maxRows, offset: 0 });
      for (const row of rows) yield presentRow(row, question.language);
    },
  };
}
