/** An operator, whose rights are not checked, makes a change. */
export const asOperator = { acting: {}, caller: undefined };
