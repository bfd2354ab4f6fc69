import Community
import Quantities
package import Scenario

extension ShiftsFields {
  package static let members = Members(
    Self(),
    [
      Field(
        "programme", \.programme, ProgrammePlan.shape, isRequired: true,
        "Which posts are to be manned in which slots, and by how many."),
      Field("volunteers", \.volunteers, VolunteerPlan.shape, isRequired: true, "Where volunteers come from."),
      Field("sign_up", \.signUp, .object(SignUp.members), "When volunteers sign up."),
      Field("matching", \.matching, .object(Matching.members), "How places are found."),
      Field(
        "behaviour", \.behaviour, .object(Behaviour.members), "What coordinators and volunteers do."),
      Field(
        "needs", \.needs, orAbsent: .object(NeedsPlan.members),
        "What the organiser orders for the volunteers who come; `null` counts nothing."),
      .zones, .sets,
      .channel(
        \.channel, withoutOffers: "nobody is made an offer: volunteers ask for places",
        "How confirmations and reminders travel to the phones of volunteers; `null` for at once and always."),
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
        "T-shirts are given out with shift number \(shirts.shifts), and no volunteer takes more than \(most); give a smaller"
          + " needs.shirts.shifts, or a larger volunteers.max_shifts", ["needs", "volunteers"], &faults)
    }
    guard let deadline = fields.deadline(in: scenario) else {
      checked.conflict(
        "nothing says until when volunteers sign up; give sign_up.deadline_s or time.duration_s",
        ["sign_up.deadline_s", "sign_up", "time.duration_s", "time"], &faults)
      return
    }
    if let late = fields.programme.openings.first(where: { $0.time >= deadline }) {
      checked.conflict(
        "places of post `\(late.post)` open at \(late.time.seconds) s, when nobody can have them any more: sign-up ends at"
          + " \(deadline.seconds) s; let them open earlier, or give a later sign_up.deadline_s",
        ["programme", "sign_up.deadline_s", "sign_up", "time.duration_s"], &faults)
    }
    ZoneRules.check(checked, &faults)
    PostSets.check(checked, &faults)
    RebookingRules.check(checked, &faults)
    let first = fields.programme.slots.min { $0.begin < $1.begin }
    if let first, first.begin < deadline {
      checked.conflict(
        "slot `\(first.name)` begins at \(first.begin.seconds) s, before the deadline of sign-up at"
          + " \(deadline.seconds) s; let slots begin later, or give an earlier sign_up.deadline_s",
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
        "How long before the slot begins it is sent to everybody who has a place then."),
      Field(
        "no_show_factor", \.factor, .share,
        "What the probability not to come is multiplied by for those who have read it when the slot begins."
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
          "Until when volunteers sign up, first come, first served; flexible ones without a place are then assigned;"
            + " `null` for the end of time.duration_s.")
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
          "How flexible volunteers without a place are assigned at the deadline: `none`, not at all; `greedy`, in the"
            + " order of sign-up, in the slots that miss most first, each by the best wish that has a place, or else any;"
            + " `optimal`, so that the most places are filled, then that what is missing is spread most evenly over the"
            + " slots, and then that wishes are met best."),
        Field(
          "allow_moves", \.allowsMoves, .boolean,
          "Whether `optimal` may move flexible volunteers to another post of a slot in which they have one, where wishes"
            + " are then met better on the whole."
        ).idle("only the assignment `optimal` moves anybody") { $0.assignment != .optimal },
        Field(
          "flexible_slots", \.flexibleSlots, .oneOf,
          "In which slots flexible volunteers may be assigned: those they wished for (`wished`), or `all`."
        ).idle("nobody is assigned at the deadline (`assignment` is `none`)") { $0.assignment == .none },
        Field(
          "reserve_share", \.reserveShare, .share,
          "The reserve of a slot as a share of its places, rounded up: flexible volunteers who are left over at the deadline"
            + " stand by, and step in when the slot begins where somebody does not come or a place was given back."
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
          "The probability that a volunteer withdraws from a confirmed shift, at a moment drawn evenly until the slot begins."
        ),
        Field(
          "withdraw_all_probability", \.withdrawAllProbability, .share,
          "The probability that a volunteer withdraws from everything, at a moment drawn evenly between sign-up and their"
            + " first slot."
        ),
        Field(
          "no_show_probability", \.noShowProbability, .share,
          "The probability that a volunteer does not come to a shift, and nobody knows before."),
        Field(
          "reminder", \.reminder, orAbsent: .object(ReminderRules.members),
          "How volunteers are reminded of their shifts; `null` if nobody is."
        ).idle("everybody comes (`no_show_probability` is 0)") { $0.noShowProbability == 0 },
      ]
        + patienceFields(
          "How long after sign-up a volunteer gives up a shift that has not begun; `null` never.")
    )
  }
}
