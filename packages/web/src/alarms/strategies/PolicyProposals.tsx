import type { AllCalls, CallData, PolicyProposal } from '@watchpost/contract';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callApi } from '../../lib/client.ts';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { useNotify, WordTag } from '../../ui/index.ts';
import { proposalText } from './proposalText.ts';
import { likeIn } from './strategyForm.ts';
import { text } from './text.ts';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

type Offer = PolicyProposal['OfferList'][number];

/** Devices that one call gives a template to at most. */
const maxDevices = 1000;
const keyOf = ({ SmallTypeId, PointTypeId }: PolicyProposal): string => `${SmallTypeId} ${PointTypeId}`;

/**
 * What is proposed for devices without a policy: for each class and type of point one offer, chosen beforehand. Nothing is saved
 * before the person says so.
 *
 * @param onAnother the person sets up a policy by hand, or from another template
 */
export function PolicyProposals({
  projectId,
  proposed: { DeviceCount, DeviceNameList, ProposalList },
  onAnother,
}: {
  projectId: number;
  proposed: CallData<AllCalls['getPolicyProposals']>;
  onAnother: () => void;
}) {
  const t = useText(proposalText);
  const s = useText(text);
  const comma = useLanguage() === 'zh' ? '、' : ', ';
  const navigate = useNavigate();
  const { key } = useLocation();
  const notify = useNotify();
  const { save, isSaving } = useTakeOffers(projectId);
  /** Places in the lists of offers; −1: none. The first is the usual one. */
  const [picks, setPicks] = useState<ReadonlyMap<string, number>>(new Map());
  const pickOf = (proposal: PolicyProposal) => picks.get(keyOf(proposal)) ?? 0;
  const chosen = ProposalList.flatMap((proposal) => proposal.OfferList[pickOf(proposal)] ?? []);
  const take = async () => {
    try {
      const { ids, lacking } = await save(chosen);
      const isQuiet = chosen.some(({ ContactNameList }) => ContactNameList.length === 0);
      const [only, ...more] = ids;
      if (isQuiet) notify.warning(more.length === 0 ? s.savedWithoutContacts : t.savedWithoutContacts);
      else notify.success(t.saved(ids.length));
      if (lacking > 0) notify.warning(t.lacking(lacking));
      void navigate(only !== undefined && more.length === 0 ? links.strategy(only) : links.strategies, {
        replace: true,
      });
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <section className="policy-proposals" aria-labelledby="policy-proposals">
      <h2 id="policy-proposals">{t.title(DeviceCount)}</h2>
      <p className="policy-devices">
        {DeviceNameList.join(comma)}
        {DeviceCount > DeviceNameList.length ? t.andMore(DeviceCount - DeviceNameList.length) : null}
      </p>
      <p className="strategy-hint">{t.untilThen}</p>
      {ProposalList.map((proposal) => (
        <fieldset key={keyOf(proposal)}>
          <legend>{t.groupOf(proposal.SmallTypeName, proposal.PointTypeName)}</legend>
          <Radio.Group
            aria-label={t.groupOf(proposal.SmallTypeName, proposal.PointTypeName)}
            value={pickOf(proposal)}
            disabled={isSaving}
            onChange={({ target }) => setPicks(new Map(picks).set(keyOf(proposal), target.value as number))}
          >
            {proposal.OfferList.map((offer, place) => (
              <Radio key={`${offer.Source} ${offer.Id}`} value={place}>
                <OfferWords offer={offer} comma={comma} />
              </Radio>
            ))}
            <Radio value={-1}>{t.none}</Radio>
          </Radio.Group>
        </fieldset>
      ))}
      <footer>
        <Button type="primary" disabled={chosen.length === 0} loading={isSaving} onClick={() => void take()}>
          {t.save(chosen.length)}
        </Button>
        <Button disabled={isSaving} onClick={onAnother}>
          {t.another}
        </Button>
        <Button
          type="text"
          disabled={isSaving}
          // Back to where the devices were made; an address that was opened by itself has no page before it.
          onClick={() => void (key === 'default' ? navigate('/') : navigate(-1))}
        >
          {t.later}
        </Button>
      </footer>
    </section>
  );
}

function OfferWords({ offer, comma }: { offer: Offer; comma: string }) {
  const t = useText(proposalText);
  const { Source, Name, ProjectName, ExtendsName, RuleTextList, PointIdList, ModelTreeIdList, ContactNameList } = offer;
  const source = Source === 'template' ? t.template : ProjectName === null ? t.ofProject : t.ofOther(ProjectName);
  return (
    <span className="policy-offer">
      <span>
        <b>{Name}</b> <WordTag good={null} words={source} />
      </span>
      {RuleTextList.map((rule) => (
        <span key={rule}>{rule}</span>
      ))}
      <span className="policy-offer-more">
        {[t.counts(ModelTreeIdList.length, PointIdList.length), ...(ExtendsName ? [t.extends(ExtendsName)] : [])].join(
          ' · ',
        )}
      </span>
      {ContactNameList.length > 0 ? (
        <span className="policy-offer-more">{t.contacts(ContactNameList.join(comma))}</span>
      ) : (
        <span className="policy-offer-quiet">{t.noContacts}</span>
      )}
    </span>
  );
}

/** Saves offers one after the other; what is saved before one fails stays, and is not proposed again. */
function useTakeOffers(projectId: number) {
  const changed = useStrategiesChanged();
  const applying = useCallMutation('applyStrategyTemplate');
  const assigning = useCallMutation('assignAlarmStrategy');
  const adding = useCallMutation('addAlarmStrategy');
  const [isSaving, setSaving] = useState(false);
  /** @returns the policies that watch the points now, and on how many devices a condition lacks a point */
  const takeOne = async ({ Source, Id, PointIdList, ModelTreeIdList }: Offer) => {
    if (Source === 'project') {
      await assigning.mutateAsync({ body: { StrategyId: Id, PointIdList } });
      return { ids: [Id], lacking: 0 };
    }
    if (Source === 'company') {
      const strategy = await callApi('getAlarmStrategy', { query: { strategyId: Id } });
      const { StrategyId } = await adding.mutateAsync({ body: likeIn(strategy, projectId, PointIdList) });
      return { ids: [StrategyId], lacking: 0 };
    }
    const ids = new Set<number>();
    let lacking = 0;
    for (let from = 0; from < ModelTreeIdList.length; from += maxDevices) {
      const given = await applying.mutateAsync({
        body: {
          TemplateId: Id,
          ProjectIdList: [projectId],
          ModelTreeIdList: ModelTreeIdList.slice(from, from + maxDevices),
        },
      });
      for (const { StrategyIdList, LackingCount } of given) {
        for (const id of StrategyIdList) ids.add(id);
        lacking += LackingCount;
      }
    }
    return { ids: [...ids], lacking };
  };
  const save = async (offers: readonly Offer[]) => {
    setSaving(true);
    try {
      const ids = new Set<number>();
      let lacking = 0;
      for (const offer of offers) {
        const taken = await takeOne(offer);
        for (const id of taken.ids) ids.add(id);
        lacking += taken.lacking;
      }
      return { ids: [...ids], lacking };
    } finally {
      setSaving(false);
      void changed();
    }
  };
  return { save, isSaving };
}
