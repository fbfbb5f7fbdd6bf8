//! The model to the validation plan, which the validators of every language read: what a payload has to be, and what is
//! reported when it is not. `docs/validation.md` describes it, and how it is walked.
//!
//! | module | holds |
//! |---|---|
//! | [`plan`](mod@plan) | the plan itself |
//! | [`words`] | the sentences |
//! | [`vocabulary`] | the sentences about operations, which a domain words |
//! | [`build`] | types, fields, rules |
//! | [`levels`] | where a key belongs in the outputs of the operations |
//! | [`hints`] | keys that do not belong where they are |
//! | [`assertion`] | the words of assertions |
//! | [`profile`] | the difference that a profile makes |
//! | [`patterns`] | the limits and character classes of regular expressions |

mod assertion;
mod build;
mod hints;
pub mod levels;
mod patterns;
mod plan;
mod profile;
mod vocabulary;
pub mod words;

use crate::model::Contract;
use crate::profile::Profile;

pub use build::since;
pub use patterns::Patterns;
pub use plan::{
    Added, Condition, Enum, Expr, Field, Hint, Inert, Keys, Kind, Lookup, Operation, ProblemTemplate, ProfilePlan, Row,
    Rule, Since, Strict, Struct, Type, Union, ValidationPlan,
};
pub use vocabulary::{NEUTRAL, Vocabulary};

/// Makes the plan of a contract and its profiles. `extend` adds what the features of the set know, to the plan of the set and to
/// that of each profile.
pub fn plan(
    contract: &Contract,
    profiles: &[Profile],
    vocabulary: &Vocabulary,
    extend: &dyn Fn(&Contract, &mut ValidationPlan),
) -> ValidationPlan {
    let whole = |contract: &Contract, with_types| {
        let mut plan = build::whole(contract, vocabulary, with_types);
        extend(contract, &mut plan);
        plan
    };
    let mut plan = whole(contract, contract.reports_problems() || !profiles.is_empty());
    plan.profiles =
        profiles.iter().map(|it| (it.name.clone(), profile::profile(&plan, whole(&it.contract, true), it))).collect();
    plan
}
