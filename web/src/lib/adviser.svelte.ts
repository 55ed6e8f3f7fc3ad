// The analysis socket: what the engine thinks of one position, what is known for certain of its
// moves, and the review of a game.  Answers to old questions are dropped.
import { Live } from './live';
import type { Analysis, AnalysisAsk, AnalysisTell, Judgement, LookRequest, Score } from './protocol';

type Question = Exclude<AnalysisAsk, { type: 'stop' }>;
type Kind = Question['type'];

const LONGEST = 60; // seconds of thought on one position

export class Adviser {
  analysis = $state.raw<Analysis | null>(null);
  thinking = $state(false);
  scores = $state.raw<Record<string, Score> | null>(null);
  judgements = $state.raw<Judgement[]>([]);
  reviewing = $state(false);
  trouble = $state<string | null>(null);

  private live: Live<AnalysisAsk, AnalysisTell>;
  private count = 0;
  private asked: Partial<Record<Kind, Question>> = {};

  constructor() {
    this.live = new Live('/api/analysis', {
      opened: () => this.askAgain(),
      message: (tell) => this.hear(tell),
      status: () => {},
    });
  }

  close() {
    this.live.close();
  }

  analyse(look: LookRequest, lines: number) {
    this.analysis = null;
    this.thinking = true;
    this.ask({ type: 'analyse', id: ++this.count, look, lines, seconds: LONGEST });
  }

  knowScores(look: LookRequest) {
    this.scores = null;
    this.ask({ type: 'scores', id: ++this.count, look });
  }

  review(look: LookRequest, seconds: number) {
    this.judgements = [];
    this.reviewing = true;
    this.ask({ type: 'review', id: ++this.count, look, seconds });
  }

  stop(kind: Kind) {
    const question = this.asked[kind];
    delete this.asked[kind];
    if (question) this.live.send({ type: 'stop', id: question.id });
    if (kind === 'analyse') this.thinking = false;
    if (kind === 'review') this.reviewing = false;
  }

  private ask(question: Question) {
    const before = this.asked[question.type];
    if (before) this.live.send({ type: 'stop', id: before.id });
    this.asked[question.type] = question;
    this.trouble = null;
    this.live.send(question);
  }

  private askAgain() {
    if (this.asked.review) this.judgements = [];
    for (const question of Object.values(this.asked)) this.live.send(question);
  }

  private hear(tell: AnalysisTell) {
    const kind = (Object.keys(this.asked) as Kind[]).find((kind) => this.asked[kind]?.id === tell.id);
    if (!kind) return;
    switch (tell.type) {
      case 'analysis':
        this.analysis = tell.analysis;
        return;
      case 'scores':
        this.scores = tell.scores;
        return;
      case 'judgement':
        this.judgements = [...this.judgements, tell.judgement];
        return;
      case 'error':
        this.trouble = tell.message;
        return this.end(kind);
      case 'end':
        return this.end(kind);
    }
  }

  private end(kind: Kind) {
    delete this.asked[kind];
    if (kind === 'analyse') this.thinking = false;
    if (kind === 'review') this.reviewing = false;
  }
}
