import { type AllCalls, type CallInput, type RepairDetail, serviceTypeNames, serviceTypes } from '@watchpost/contract';
import { Button, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { newKey } from '../lib/newKey.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { LocalTimeField } from '../ui/days/index.ts';
import { FormHoldContext, useFormHold } from '../ui/form/index.ts';
import { Refused, SeverityMark, useNotify } from '../ui/index.ts';
import { CodeField, useFaultCodes } from './CodeField.tsx';
import { useRepairsChanged } from './callsAboutRepairs.ts';
import { orderBefore } from './orderBefore.ts';
import { RepairPhotosField } from './RepairPhotosField.tsx';
import './repair.css';
import { text } from './text.ts';
import { useFieldErrors } from './useFieldErrors.ts';

export interface ReportAbout {
  readonly projectId: number;
  readonly deviceId?: number | undefined;
  readonly alarmId?: number;
  readonly warningId?: number;
  readonly level?: number;
  readonly fault?: string;
}

interface Fields {
  EquipmentId: number;
  Level: number;
  SymptomId?: number;
  FaultContent: string;
  Remark?: string;
  ServiceType: 'onSite' | 'remote';
  ContactPhone?: string;
  ExpectedTime?: string;
  PhotoList?: { Url: string; Step: 'before' }[];
}

/** Reports a fault of a device, by hand, from an alarm or from a fault warning. Mount it to show it. */
export function ReportDialog({
  about,
  isApp = false,
  onClose,
  onDone,
}: {
  about: ReportAbout;
  isApp?: boolean;
  onClose: () => void;
  onDone?: (order: RepairDetail) => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const notify = useNotify();
  const navigate = useNavigate();
  const changed = useRepairsChanged();
  const [form] = Form.useForm<Fields>();
  const [key] = useState(newKey);
  const devices = useCall(
    'getModelTreeAndPointTypeDropdown',
    { body: { ProjectId: about.projectId } },
    { staleTime: 60_000 },
  );
  const add = useCallMutation('addRepairActive', {
    onSuccess: (order) => {
      notify.success(t.saved);
      onClose();
      onDone?.(order);
    },
    onSettled: () => void changed(),
  });
  const deviceId = Form.useWatch('EquipmentId', form) ?? about.deviceId;
  const symptom = Form.useWatch('SymptomId', form);
  const codes = useFaultCodes(deviceId);
  const before = orderBefore(add.error);
  const refused = useFieldErrors(form, add.error);
  const photos = useFormHold();
  const send = async (
    isSubmitted: boolean,
    answer: Pick<CallInput<AllCalls['addRepairActive']>['body'], 'IgnoreDuplicate' | 'ReworkOf'> = {},
  ) => {
    const values = await form.validateFields().catch(() => null);
    if (values === null || photos.held) return;
    add.mutate({
      body: {
        ...values,
        ProjectId: about.projectId,
        ExpectedTime: values.ExpectedTime ?? '',
        AlarmIdList: about.alarmId === undefined ? [] : [about.alarmId],
        ...(about.warningId === undefined ? {} : { PreAlarmId: about.warningId }),
        IsApp: isApp,
        Submit: isSubmitted,
        ...answer,
        ClientKey: key,
      },
    });
  };
  const required = (message: string) => [{ required: true, message }];
  return (
    <Modal
      open
      width={560}
      title={t.report}
      onCancel={onClose}
      footer={
        <div className="repair-dialog-foot">
          <Button onClick={() => void send(false)} disabled={add.isPending || photos.held}>
            {t.saveDraft}
          </Button>
          <span className="repair-grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          {before?.isAccepted ? (
            <>
              <Button
                disabled={add.isPending || photos.held}
                onClick={() => void send(true, { IgnoreDuplicate: true })}
              >
                {t.anotherFault}
              </Button>
              <Button
                type="primary"
                loading={add.isPending}
                disabled={photos.held}
                onClick={() => void send(true, { ReworkOf: before.id })}
              >
                {t.asRework}
              </Button>
            </>
          ) : before ? (
            <>
              <Button
                onClick={() => {
                  onClose();
                  navigate(links.repair(before.id, about.projectId));
                }}
              >
                {t.addToOpen}
              </Button>
              <Button
                type="primary"
                loading={add.isPending}
                disabled={photos.held}
                onClick={() => void send(true, { IgnoreDuplicate: true })}
              >
                {t.submitAnyway}
              </Button>
            </>
          ) : (
            <Button type="primary" loading={add.isPending} disabled={photos.held} onClick={() => void send(true)}>
              {t.submit}
            </Button>
          )}
        </div>
      }
    >
      <Refused error={refused} />
      <FormHoldContext value={photos.hold}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{
            EquipmentId: about.deviceId,
            Level: about.level !== undefined && about.level <= 3 ? about.level : 2,
            FaultContent: about.fault ?? '',
            ServiceType: 'onSite',
          }}
        >
          <Form.Item name="EquipmentId" label={t.device} rules={required(t.deviceNeeded)}>
            <Select
              onChange={() => form.setFieldValue('SymptomId', undefined)}
              showSearch
              optionFilterProp="label"
              loading={devices.isPending}
              disabled={(about.alarmId ?? about.warningId) !== undefined && about.deviceId !== undefined}
              options={devices.data?.ModelTreeDropdown.map(({ Key, Value }) => ({ value: Number(Key), label: Value }))}
            />
          </Form.Item>
          <Form.Item name="SymptomId" label={t.symptom}>
            <CodeField codes={codes} kind="symptom" placeholder={t.symptomHint} />
          </Form.Item>
          <Form.Item
            name="FaultContent"
            label={t.describe}
            rules={symptom === undefined ? required(t.faultOrSymptom) : []}
          >
            <Input.TextArea rows={3} maxLength={500} />
          </Form.Item>
          <Form.Item name="Level" label={t.level}>
            <Radio.Group
              options={[1, 2, 3].map((value) => ({ value, label: <SeverityMark level={value} variant="word" /> }))}
            />
          </Form.Item>
          <Form.Item name="ServiceType" label={t.service}>
            <Radio.Group options={serviceTypeNames.map((value) => ({ value, label: inWords(serviceTypes[value]) }))} />
          </Form.Item>
          <div className="repair-form-pair">
            <Form.Item name="ExpectedTime" label={t.expected}>
              <LocalTimeField />
            </Form.Item>
            <Form.Item name="ContactPhone" label={t.contactPhone}>
              <Input maxLength={20} inputMode="tel" />
            </Form.Item>
          </div>
          <Form.Item name="Remark" label={t.remark}>
            <Input maxLength={500} />
          </Form.Item>
          <Form.Item name="PhotoList" label={t.photos}>
            <RepairPhotosField step="before" />
          </Form.Item>
        </Form>
      </FormHoldContext>
    </Modal>
  );
}
