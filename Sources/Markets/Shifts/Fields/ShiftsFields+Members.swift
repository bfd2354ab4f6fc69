import Community
import Quantities
package import Scenario

extension ShiftsFields {
  package static let members = Members(
    Self(),
    [
      Field(
        "programme", \.programme, ProgrammePlan.shape, isRequired: true,
        "The posts, their slots and the number of places."),
      Field("volunteers", \.volunteers, VolunteerPlan.shape, isRequired: true, "The source of volunteers."),
      Field("sign_up", \.signUp, .object(SignUp.members), "The sign-up period."),
      Field("matching", \.matching, .object(Matching.members), "The assignment of places."),
      Field(
        "behaviour", \.behaviour, .object(Behaviour.members), "The behaviour of coordinators and volunteers."),
      Field(
        "needs", \.needs, orAbsent: .object(NeedsPlan.members),
        "Supplies ordered by the organiser for volunteers. `null`: not counted."),
      .zones, .sets,
      .channel(
        \.channel, withoutOffers: "there are no offers: volunteers request places",
        "The delivery of confirmations and reminders to volunteers' phones. `null`: instantaneous and reliable."
      ),
    ])

  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let scenario = checked.value
    let fields = scenario.fields(of: Self.self)
    ChannelRules.checkRecording(of: fields.channel, checked, &faults)
    if case .synthetic = fields.volunteers, scenario.time.duration == nil {
      checked.conflict(
        "volunteers of kind `synthetic` sign up during a period; give time.duration_s a number",
        ["time.duration_s", "time", "volunteers"], &faults)
    }
    if case .synthetic(let plan) = fields.volunteers, let most = plan.maxShifts,
      let shirts = fields.needs?.shirts, shirts.shifts > most
    {
      checked.conflict(
        "T-shirts are handed out with shift number \(shirts.shifts), and no volunteer takes more than \(most); give a smaller"
          + " needs.shirts.shifts, or a larger volunteers.max_shifts", ["needs", "volunteers"], &faults)
    }
    guard let deadline = fields.deadline(in: scenario) else {
      checked.conflict(
        "the end of the sign-up is not given; give sign_up.deadline_s or time.duration_s",
        ["sign_up.deadline_s", "sign_up", "time.duration_s", "time"], &faults)
      return
    }
    if let late = fields.programme.openings.first(where: { $0.time >= deadline }) {
      checked.conflict(
        "places of post `\(late.post)` open at \(late.time.seconds) s, too late to be taken: sign-up ends at"
          + " \(deadline.seconds) s; let them open earlier, or give a later sign_up.deadline_s",
        ["programme", "sign_up.deadline_s", "sign_up", "time.duration_s"], &faults)
    }
    ZoneRules.check(checked, &faults)
    PostSets.check(checked, &faults)
    RebookingRules.check(checked, &faults)
    let first = fields.programme.slots.min { $0.begin < $1.begin }
    if let first, first.begin < deadline {
      checked.conflict(
        "slot `\(first.name)` begins at \(first.begin.seconds) s, before sign-up ends at"
          + " \(deadline.seconds) s; start slots later, or set an earlier sign_up.deadline_s",
        ["sign_up.deadline_s", "sign_up", "programme", "time.duration_s"], &faults)
    }
  }
}

extension ReminderRules {
  static let members = Members(
    Self(),
    [
      Field(
        "before_s", \.before, .seconds(.from(0, to: 1e9)),
        "The time before the slot at which the reminder is sent to all volunteers with a place."),
      Field(
        "no_show_factor", \.factor, .share,
        "The factor applied to the no-show probability of volunteers who have read the reminder by the start of the slot."
      ),
    ])
}

extension ShiftsFields.SignUp {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "deadline_s", \.deadline, orNull: .seconds(.from(0.001, to: 1e9)),
          "The sign-up deadline, until which places are first come, first served; flexible volunteers without a place are then "
            + "assigned. `null`: the end of time.duration_s.")
      ])
  }
}

extension ShiftsFields.Matching {
  static var members: Members<Self> {
    Members(
      Self(),
      cycleFields + [
        Field(
          "assignment", \.assignment, .oneOf,
          "How flexible volunteers without a place are assigned at the deadline. `none`: not at all. `greedy`: in order of "
            + "sign-up, in the slots with the most vacancies first, each to the best wish with a free place, or else to any post. "
            + "`optimal`: so as to maximise the places filled, then the evenness of vacancies across slots, and then the wishes met."
        ),
        Field(
          "allow_moves", \.allowsMoves, .boolean,
          "Whether `optimal` may move flexible volunteers to another post in a slot of theirs, if wishes"
            + " are then better met overall."
        ).idle("only the assignment `optimal` moves anybody") { $0.assignment != .optimal },
        Field(
          "flexible_slots", \.flexibleSlots, .oneOf,
          "The slots in which flexible volunteers may be assigned: those they wished for (`wished`), or `all`."
        ).idle("nobody is assigned at the deadline (`assignment` is `none`)") { $0.assignment == .none },
        Field(
          "reserve_share", \.reserveShare, .share,
          "The reserve of a slot as a share of its places, rounded up: flexible volunteers unassigned at the deadline"
            + " stand by, and fill places left by no-shows and withdrawals when the slot begins."
        ).idle("nobody is assigned at the deadline (`assignment` is `none`)") { $0.assignment == .none },
      ])
  }
}

extension ShiftsFields.Behaviour {
  static var members: Members<Self> {
    Members(
      Self(),
      answerFields(provider: "coordinator") + [
        .changeProbability, .changes,
        Field(
          "withdraw_probability", \.withdrawProbability, .share,
          "The probability that a volunteer withdraws from a confirmed shift, at a uniform time before the slot begins."
        ),
        Field(
          "withdraw_all_probability", \.withdrawAllProbability, .share,
          "The probability that a volunteer withdraws from all shifts, at a uniform time between sign-up and their"
            + " first slot."
        ),
        Field(
          "no_show_probability", \.noShowProbability, .share,
          "The probability that a volunteer does not show up for a shift, without notice."),
        Field(
          "reminder", \.reminder, orAbsent: .object(ReminderRules.members),
          "Reminders of shifts. `null`: none."
        ).idle("everybody shows up (`no_show_probability` is 0)") { $0.noShowProbability == 0 },
      ]
        + patienceFields(
          "The time after sign-up at which a volunteer gives up a shift that has not begun. `null`: never.")
    )
  }
}
